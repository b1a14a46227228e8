-- Ways of looking at a list of the admin that somebody keeps, for themselves or for all of the staff.
create table saved_view (
  site uuid not null references site,
  id uuid not null,
  list text not null,
  -- Whoever made it, or took it back from all.
  owner text not null,
  shared boolean not null,
  name text not null,
  search text not null,
  columns text[] not null,
  position integer not null,
  revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create index saved_view_of_list on saved_view (site, list, owner, position) where list is not null;
create index saved_view_for_all on saved_view (site, list, position) where shared;
