-- purpose: what alignment asks about the columns of one side
-- one row is: the rows of the side, then the answers in the order of the questions
-- parameters: relation, questions, expected
-- reference: COMPARISON.md rules 5 to 13; rdmp/alignment/questions.py, expected_kinds
{% import "questions.sql" as ask %}
select
    count(*) as row_count{{ "," if questions else "" }}
    {% for question in questions %}
        {% set more = {"expected": expected[question]} if question in expected else {} %}
        {{ ask[question.name](question.column | name, *question.arguments, **more) }}
        {{- "" if loop.last else "," }}
    {% endfor %}
from {{ relation | name }}
