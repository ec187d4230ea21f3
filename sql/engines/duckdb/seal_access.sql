-- purpose: no other file, no network, no extension from now on
-- one row is: nothing
-- parameters: none
-- reference: the seam, Sealable; the temporary folder stays open
set enable_external_access = false
