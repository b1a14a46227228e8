-- Fetching a file stands among the jobs of a shop: what waits, what runs, and for a month what came to nothing.
alter table media_import
  add column state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'FAILED', 'CANCELED')),
  add column failure text,
  add column created_at timestamptz not null default now(),
  add column started_at timestamptz,
  add column finished_at timestamptz;
drop index media_import_due;
create index media_import_due on media_import (due_at) where state in ('WAITING', 'RUNNING');
create index media_import_in_order on media_import (site, created_at desc);
