-- Imports of products from files, for as long as they can be undone.
create table product_import (
  site uuid not null references site,
  id uuid not null,
  -- UPLOADING, READY, CHECKING, CHECKED, RUNNING, PAUSED, DONE, CANCELED, UNDOING, UNDONE, FAILED
  state text not null,
  file_name text not null,
  bytes bigint not null,
  received bigint not null,
  settings jsonb,
  columns jsonb not null,
  counts jsonb not null,
  failure text,
  -- Of the file that is being read: whether all of its rows are there.
  staged boolean not null,
  -- The last row that the dry run, the import or its undo has come to.
  place integer not null,
  -- Who began what it does now.
  actor jsonb not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz not null,
  primary key (site, id)
);
create index product_import_open on product_import (site, created_at) where state in ('CHECKING', 'RUNNING', 'UNDOING');

-- The file as it came.
create table product_import_part (
  site uuid not null,
  import_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (site, import_id, number),
  foreign key (site, import_id) references product_import (site, id) on delete cascade
);
alter table product_import_part alter column bytes set storage external;

-- Its rows; those of one product have the same key.
create table product_import_row (
  site uuid not null,
  import_id uuid not null,
  product_key text collate "C" not null,
  row integer not null,
  cells jsonb not null,
  primary key (site, import_id, product_key, row),
  foreign key (site, import_id) references product_import (site, id) on delete cascade
);

-- What becomes of each of its products.
create table product_import_item (
  site uuid not null,
  import_id uuid not null,
  -- The first of its rows.
  row integer not null,
  rows integer not null,
  product_key text collate "C" not null,
  name text not null,
  sku text not null,
  -- NEW, CHANGED, UNCHANGED, SKIPPED, ERROR
  outcome text,
  changes jsonb not null,
  errors jsonb not null,
  guesses jsonb not null,
  -- PENDING, DONE, FAILED, UNDONE, CONFLICT
  state text not null,
  product_id uuid,
  -- How the product was written, and how it is since; with the stock that was moved.
  before jsonb,
  after jsonb,
  stock jsonb,
  primary key (site, import_id, row),
  foreign key (site, import_id) references product_import (site, id) on delete cascade
);
create index product_import_item_of on product_import_item (site, import_id, outcome, row) where outcome is not null;

-- SKUs of a file, with the first row that has them.
create table product_import_sku (
  site uuid not null,
  import_id uuid not null,
  sku text collate "C" not null,
  row integer not null,
  primary key (site, import_id, sku),
  foreign key (site, import_id) references product_import (site, id) on delete cascade
);

-- Pictures by their addresses: fetched once, or why they were not.
create table product_import_picture (
  site uuid not null,
  import_id uuid not null,
  -- SHA-256
  address bytea not null,
  media_id text,
  failure text,
  primary key (site, import_id, address),
  foreign key (site, import_id) references product_import (site, id) on delete cascade
);
-- Products are found by the SKUs of their variants.
create index stock_by_sku on stock (site, sku) where sku <> '';

create index product_import_picture_at on product_import_picture (site, address) where media_id is not null;
