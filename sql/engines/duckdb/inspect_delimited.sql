-- purpose: count the physical lines of a text file, their bytes, and those to be looked at again
-- one row is: the lines, the blank ones, the ones to look at, and their bytes
-- parameters: path, delimiter, lines, encoding, compression, separators, well_formed,
-- not_a_separator
-- reference: COMPARISON.md rule 11
{% from "delimited.sql" import lines_of %}
with
    -- one physical line; null where it is blank
    physical_line as (select line from {{ lines_of(path, lines, encoding, compression) }})
select
    count(*) as line_count,
    count(*) filter (line is null) as blank_count,
    count(*) filter (
        -- nested cases, because only a case leaves uncomputed what it does not need
        case
            when
                not case
                    -- blanks between a quote and a separator, another quote or the end of the line
                    when
                        case
                            when not contains(line, '"')
                            then false
                            when contains(line, ' "')
                            then true
                            when
                                contains(line, ' ' || {{ delimiter | literal }})
                                or suffix(line, ' ')
                            then contains(line, '" ')
                            else false
                        end
                    then true
                    -- an empty field at the end, and more separators than there should be
                    when
                        suffix(line, {{ delimiter | literal }})
                        or suffix(line, {{ delimiter | literal }} || '""')
                    then
                        strlen(line) - strlen(replace(line, {{ delimiter | literal }}, ''))
                        > {{ separators | literal }} * strlen({{ delimiter | literal }})
                    else false
                end
            then false
            -- a line that is whole and quoted right, with the right number of separators, is fine
            when regexp_full_match(line, {{ well_formed | literal }})
            then
                length(regexp_replace(line, {{ not_a_separator | literal }}, '', 'g'))
                != {{ separators | literal }}
            else true
        end
    ) as suspect_count,
    coalesce(sum(strlen(line)), 0) as byte_count
from physical_line
