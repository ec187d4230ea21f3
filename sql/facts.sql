-- purpose: what alignment asks about the columns of one side
-- one row is: the rows of the side, then the answers in the order of the questions
-- parameters: relation, questions
-- reference: COMPARISON.md rules 5 to 13
{% import "questions.sql" as ask %}
select
    count(*) as row_count,
    {% for question in questions %}
        {{ ask[question.name](question.column | name, *question.arguments) }},
    {% endfor %}
from {{ relation | name }}
