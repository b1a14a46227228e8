-- What a merchant has said of the collection of all products; no row where nothing was said. What is in it is no row either: it is all of them.
create table all_products (
  site uuid primary key references site,
  name text collate "C" not null,
  name_key text collate "C" not null,
  visible boolean not null,
  sort text collate "C" not null default 'MANUAL',
  placed integer not null default 0,
  facts jsonb not null,
  document text not null,
  updated_at timestamptz not null
);

-- Which place a product has among all, where the merchant puts them into an order.
create table all_products_place (
  site uuid not null,
  product_id uuid not null,
  position integer not null,
  primary key (site, product_id),
  foreign key (site, product_id) references product on delete cascade
);
