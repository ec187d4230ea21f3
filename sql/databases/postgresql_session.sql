-- purpose: how values are spelled, whatever the server, the role or the database have set
-- one row is: the settings, in force until the transaction ends
-- parameters: none
-- reference: COMPARISON.md rule 10
select
    set_config('timezone', 'UTC', true),
    set_config('datestyle', 'ISO, YMD', true),
    set_config('intervalstyle', 'postgres', true),
    set_config('client_encoding', 'UTF8', true),
    set_config('standard_conforming_strings', 'on', true),
    set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true)
