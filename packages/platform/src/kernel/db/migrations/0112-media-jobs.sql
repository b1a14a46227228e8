-- Work in the background on a file: what is made of it beside the original, and what is found out about it.
create table media_job (
  site uuid not null,
  media_id text not null,
  -- WAITING, RUNNING, DONE, FAILED or CANCELED.
  state text not null,
  attempts integer not null,
  -- By real time: when it is tried next; of one that runs, until when its process may be silent before another takes over.
  due_at timestamptz not null,
  -- A stable code of why its last try came to nothing, and what was said of it.
  failure text,
  message text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (site, media_id),
  foreign key (site, media_id) references media on delete cascade
);
create index media_job_due on media_job (due_at) where state in ('WAITING', 'RUNNING');
create index media_job_finished on media_job (finished_at) where finished_at is not null;
create index media_job_by_creation on media_job (site, created_at, media_id) where state <> 'DONE';
