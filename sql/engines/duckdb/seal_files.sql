-- purpose: the files that may be opened once the connection is sealed
-- one row is: nothing
-- parameters: files
-- reference: the seam, Sealable; FACTS.md section 6
set allowed_paths = {{ files | literal }}
