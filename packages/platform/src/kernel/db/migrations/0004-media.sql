-- One file of a shop. Its bytes lie in the store of originals under `digest`; what is said here never changes but for the focal point.
create table media (
  site uuid not null references site,
  id text not null,
  kind text not null,
  mime text not null,
  file_name text not null,
  digest text not null,
  bytes bigint not null,
  width integer,
  height integer,
  alpha boolean not null,
  focal_x real not null,
  focal_y real not null,
  colour text,
  placeholder text,
  created_at timestamptz not null,
  primary key (site, id)
);
create index media_by_digest on media (site, digest);
