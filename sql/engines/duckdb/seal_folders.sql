-- purpose: the folders in which files may be read and written once the connection is sealed
-- one row is: nothing
-- parameters: folders
-- reference: the seam, Sealable; FACTS.md section 6
set allowed_directories = {{ folders | literal }}
