create table signing_key (
  site uuid not null references site,
  id uuid not null,
  private_key jsonb not null,
  public_key jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (site, id)
);

create table oauth_app (
  site uuid not null references site,
  id uuid not null,
  name text not null,
  -- Where the app may send a browser back to: whole URLs, or origins ending in /* for every path below.
  redirect_uris text[] not null,
  created_at timestamptz not null,
  primary key (site, id)
);
create index oauth_app_by_id on oauth_app (id);

create table api_key (
  site uuid not null references site,
  id uuid not null,
  name text not null,
  hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (site, id)
);
create index api_key_by_hash on api_key (hash);
