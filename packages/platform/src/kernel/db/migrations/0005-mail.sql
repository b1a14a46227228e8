-- One row a letter that had to be written, whatever became of it; the key says which event asked for which kind of letter.
create table mail_delivery (
  site uuid not null references site,
  key text not null,
  message_id text not null,
  recipient text not null,
  subject text not null,
  state text not null,
  attempts integer not null,
  leased_until timestamptz not null,
  answer text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (site, key)
);
create index mail_delivery_by_age on mail_delivery (created_at);

-- Where letters go as long as no mail server is set.
create table inbox_mail (
  site uuid not null references site,
  id uuid not null,
  key text not null,
  sender text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  html text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (site, id),
  unique (site, key)
);
