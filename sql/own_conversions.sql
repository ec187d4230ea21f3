{# Conversions that an engine spells in a way of its own stand in its file of this name. Here are none:
   `conversions.sql` is what all others speak. #}
