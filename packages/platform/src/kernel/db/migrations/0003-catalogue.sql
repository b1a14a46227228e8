-- Lets one GIN index hold the site beside words, choices and collections. A trusted extension: whoever owns the database may create it.
create extension if not exists btree_gin;

-- One row a shop, written by whoever changes its products or collections (never by orders): it puts such writes in a row, counts what
-- lists show as their total, and its revision is what anything made from the whole catalogue may be kept by.
create table catalogue (
  site uuid primary key references site,
  revision bigint not null,
  products bigint not null,
  visible_products bigint not null
);

create table product (
  site uuid not null references site,
  id uuid not null,
  revision bigint not null,
  numeric_id bigint not null,
  slug text collate "C" not null,
  name text collate "C" not null,
  -- The name without case and accents: what lists are sorted by, and what a beginning of a name is looked up in.
  name_key text collate "C" not null,
  description text collate "C" not null,
  sku text collate "C" not null,
  product_type text collate "C" not null,
  brand text collate "C" not null,
  visible boolean not null,
  collection_ids uuid[] not null,
  -- `Glaze`, U+001F, `Sage`: every choice that a visible variant has.
  choices text[] not null,
  -- What is paid for the cheapest visible variant, and what the wire calls the product's price, before its discount. Minor units.
  price bigint not null,
  full_price bigint not null,
  search tsvector not null,
  -- What cart and checkout need to sell it.
  facts jsonb not null,
  -- The wire's JSON, with marks where stock and the shop's address go.
  document text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
) with (toast_tuple_target = 256);
-- What lists are read, sorted and counted by stays in the row, the rest beside it: a walk over many products stays a walk over few pages.
alter table product
  alter column document set storage external,
  alter column facts set storage external,
  alter column slug set storage main,
  alter column name set storage main,
  alter column name_key set storage main,
  alter column sku set storage main,
  alter column product_type set storage main,
  alter column brand set storage main,
  alter column collection_ids set storage main,
  alter column choices set storage main;

create unique index product_by_slug on product (site, slug);
create index product_by_number on product (site, visible, numeric_id, id);
create index product_by_name on product (site, visible, name_key, id);
create index product_by_price on product (site, visible, price, id);
create index product_by_full_price on product (site, visible, full_price, id);
create index product_by_sku on product (site, visible, sku, id);
create index product_by_type on product (site, visible, product_type, id);
create index product_by_update on product (site, visible, updated_at, id);
create index product_by_creation on product (site, visible, created_at, id);
create index product_by_words on product using gin (site, search, collection_ids, choices);

create table collection (
  site uuid not null references site,
  id uuid not null,
  revision bigint not null,
  slug text collate "C" not null,
  name text collate "C" not null,
  name_key text collate "C" not null,
  visible boolean not null,
  position integer not null,
  products bigint not null,
  visible_products bigint not null,
  facts jsonb not null,
  document text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create unique index collection_by_slug on collection (site, slug);
create index collection_by_name on collection (site, name_key, id);

-- What an option's choice is, for the filters of a list: the colour of a colour.
create table option_choice (
  site uuid not null references site,
  name text collate "C" not null,
  choice text collate "C" not null,
  kind text not null,
  hex text,
  position integer not null,
  primary key (site, name, choice)
);

-- Every word that a product can be found by, and what is left of it without one or two of its letters: a mistyped word shares one of those.
create table search_word (
  site uuid not null references site,
  word text collate "C" not null,
  remains text[] not null,
  primary key (site, word)
);
create index search_word_by_remains on search_word using gin (site, remains);

-- Pieces on the shelf: one row a variant, or one for all of a product (variant 00000000-…) where its variants are not managed.
create table stock (
  site uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  sku text collate "C" not null,
  tracked boolean not null,
  quantity bigint not null check (quantity >= 0),
  primary key (site, product_id, variant_id),
  foreign key (site, product_id) references product
) with (fillfactor = 70);

-- Every change of a counted quantity: what is on a shelf is the sum of its movements.
create table stock_movement (
  site uuid not null references site,
  id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  order_id uuid,
  reason text not null,
  quantity bigint not null,
  at timestamptz not null,
  primary key (site, id)
);
create unique index stock_movement_once on stock_movement (site, order_id, product_id, variant_id, reason);
create index stock_movement_by_shelf on stock_movement (site, product_id, variant_id, id);
