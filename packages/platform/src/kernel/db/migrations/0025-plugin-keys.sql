-- The key with which a shop signs what it asks of services outside.
create table plugin_key (
  site uuid not null references site,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  primary key (site)
);
