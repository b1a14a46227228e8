-- What is said in a film, as text beside it. Its bytes lie under `digest` like those of originals.
create table media_caption (
  site uuid not null,
  media_id text not null,
  -- A tag of BCP 47: `en`, `pt-BR`.
  language text not null,
  label text not null,
  digest text not null,
  bytes bigint not null,
  updated_at timestamptz not null,
  primary key (site, media_id, language),
  foreign key (site, media_id) references media on delete cascade
);
create index media_caption_by_digest on media_caption (site, digest);
