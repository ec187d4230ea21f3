-- purpose: nothing can be set from now on, so that the seal cannot be broken
-- one row is: nothing
-- parameters: none
-- reference: the seam, Sealable
set lock_configuration = true
