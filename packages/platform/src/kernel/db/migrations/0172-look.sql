-- How a shop looked each time it was published. What shoppers see stands in the settings.
create table look_version (
  site uuid not null references site,
  version integer not null,
  document jsonb not null,
  published_at timestamptz not null,
  -- Of the staff, or an app.
  published_by uuid,
  primary key (site, version)
);

-- Looks that somebody tries; few of a shop are kept, the newest.
create table look_preview (
  site uuid not null references site,
  id uuid not null,
  document jsonb not null,
  created_at timestamptz not null,
  primary key (site, id)
);
