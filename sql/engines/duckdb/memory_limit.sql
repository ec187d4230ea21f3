-- purpose: how much memory the engine may take, as it shows it
-- one row is: the limit
-- parameters: none
-- reference: the seam, has_room_for
select current_setting('memory_limit')
