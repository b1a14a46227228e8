-- Who put other content in the place of a file's, and when they last did.
alter table media
  add column replaced_by text,
  add column replaced_at timestamptz;
