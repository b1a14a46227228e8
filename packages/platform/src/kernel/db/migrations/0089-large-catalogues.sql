-- One of 64 products, and one of 512: what tells how many there are of something in a catalogue that is too large to count.
create index product_sample on product using gin (site, search, collection_ids, choices) where uuid_hash(id) & 63 = 0;
create index product_sparse_sample on product using gin (site, search, collection_ids, choices) where uuid_hash(id) & 511 = 0;

-- A change of many products, and how far it is.
create table product_job (
  site uuid not null references site,
  id uuid not null,
  -- Which products: ids or a filter; only those that were there when it began.
  target jsonb not null,
  change jsonb not null,
  -- RUNNING, DONE, UNDOING, UNDONE
  state text not null,
  -- The last product that was looked at.
  place uuid,
  -- Absent where there were too many to count.
  total integer,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  refusals jsonb not null default '[]',
  undone integer not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  undo_until timestamptz not null,
  primary key (site, id)
);
create index product_job_open on product_job (site, created_at) where ended_at is null;

-- What of each product was changed: what it was, and what it is since.
create table product_job_item (
  site uuid not null,
  job_id uuid not null,
  product_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  primary key (site, job_id, product_id),
  foreign key (site, job_id) references product_job (site, id) on delete cascade
);
