-- purpose: what alignment asks about the columns of one side
-- one row is: the rows of the side, then the answers in the order of the questions
-- parameters: relation, questions, expected
-- reference: COMPARISON.md rules 5 to 13; one expression tells the tokens of all columns, so that
-- nothing is gained from what is expected of each
{% import "questions.sql" as ask %}
{% import "tokens.sql" as tokens %}
{% set told = questions | selectattr("tells_tokens") | list %}
{% set counted = questions | rejectattr("tells_tokens") | list %}
{{ "" if expected else "" -}}
{% if not told %}
    select
        count(*) as row_count{{ "," if questions else "" }}
        {% for question in counted %}
            {{ ask[question.name](question.column | name, *question.arguments) }}
            {{- "" if loop.last else "," }}
        {% endfor %}
    from {{ relation | name }}
{% else %}
    with
        -- one token of one column, as it is and with a point for its decimal separator
        asked_token as (
            select
                inline(
                    array(
                        {% for question in told %}
                            {% set token = ask[question.name](question.column | name) %}
                            struct(
                                {{ loop.index0 }} as question,
                                {{ token }} as token,
                                {{ tokens.pointed(token, (question.arguments + (".",))[0]) }}
                                as pointed
                            ){{ "" if loop.last else "," }}
                        {% endfor %}
                    )
                )
            from {{ relation | name }}
        ),
        told_token as (
            select question, {{ tokens.code_of("token", "pointed") }} as code from asked_token
        ),
        -- a code of one column
        counted_code as (
            select question, code, count(*) as tokens from told_token group by question, code
        ),
        -- the one answer
        histogram as (
            select
                {% for question in told %}
                    map_from_entries(
                        collect_list(struct(code, tokens)) filter (
                            where question = {{ loop.index0 }}
                        )
                    ) as h{{ loop.index0 }},
                {% endfor %}
                coalesce(sum(tokens) filter (where question = 0), 0) as row_count
            from counted_code
        ){{ "," if counted else "" }}
        {% if counted %}
            plain as (
                select
                    {% for question in counted %}
                        {{ ask[question.name](question.column | name, *question.arguments) }}
                        as p{{ loop.index0 }}{{ "" if loop.last else "," }}
                    {% endfor %}
                from {{ relation | name }}
            )
        {% endif %}
    select
        row_count,
        {% for question in questions %}
            {{
                (
                    "h" ~ told.index(question)
                    if question.tells_tokens
                    else "p" ~ counted.index(question)
                )
            }}
            {{- "" if loop.last else "," }}
        {% endfor %}
    from histogram
    {% if counted %} cross join plain
    {% endif %}
{% endif %}
