-- Uploads that go on where they were broken off. The id is the last part of the address that takes the file: who knows it may send it.
create table resumable_upload (
  site uuid not null references site,
  id text collate "C" not null,
  -- What the file is to be: its name, its folder, who sends it, at most how large it is.
  statement jsonb not null,
  -- As the sender gave them at the beginning.
  metadata jsonb not null,
  -- Undefined until it has begun.
  bytes bigint,
  received bigint not null,
  -- Where what was received lies in a bucket, in its order.
  parts text[] not null,
  -- Who is at it, until when by real time, and whether somebody waits for them to end.
  lease text,
  lease_until timestamptz,
  lease_wanted boolean not null,
  -- What became of it.
  media_id text,
  failure text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site, id)
);
