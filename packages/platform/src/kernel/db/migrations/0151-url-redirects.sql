-- Old addresses of the shop, and where they lead.
create table url_redirect (
  site uuid not null references site,
  id uuid not null,
  -- `/old`, or `/old/*` for everything below it.
  path text not null,
  target text not null,
  permanent boolean not null,
  -- MANUAL, IMPORT, ADDRESS_CHANGED
  source text not null,
  hits bigint not null,
  last_hit_at timestamptz,
  revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create unique index url_redirect_by_path on url_redirect (site, path) where path is not null;

-- Addresses that were asked for and led nowhere: no query, no visitor, and so many for each shop at the most.
create table missing_path (
  site uuid not null references site,
  path text not null,
  hits bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (site, path)
);
