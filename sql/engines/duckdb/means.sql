-- purpose: what the engine may take: memory, as it shows it, and threads
-- one row is: the limits
-- parameters: none
-- reference: the seam, has_room_for
select current_setting('memory_limit'), current_setting('threads')
