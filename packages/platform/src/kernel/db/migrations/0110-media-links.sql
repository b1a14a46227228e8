-- Links that the shop gave out: to send a file to, to get one or several from. `digest` is the SHA-256 of what stands in the link, which nobody else knows.
create table media_link (
  site uuid not null references site,
  digest bytea not null,
  purpose text not null,
  statement jsonb not null,
  expires_at timestamptz not null,
  primary key (site, digest)
);
create index media_link_expired on media_link (expires_at);
