-- Wish lists, and what was saved for later.
create table wishlist (
  site uuid not null references site,
  id uuid not null,
  -- visitor:<id> or member:<id>
  owner text not null,
  member_id uuid,
  -- DEFAULT, NAMED, SAVED_FOR_LATER
  kind text not null,
  name text not null default '',
  note text,
  tags text[] not null default '{}',
  private_tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create unique index wishlist_once on wishlist (site, owner, kind) where kind <> 'NAMED';
create index wishlist_by_owner on wishlist (site, owner) where owner is not null;
create index wishlist_by_member on wishlist (site, member_id) where member_id is not null;

create table wishlist_item (
  site uuid not null references site,
  id uuid not null,
  wishlist_id uuid not null,
  product_id uuid not null,
  reference jsonb not null,
  -- What makes two items the same one: product, variant, what is written on it, how it is bought.
  same bytea not null,
  quantity integer not null,
  note text,
  -- As the product was called then, and what one unit cost, in minor units of the currency.
  name text not null,
  price bigint,
  currency text,
  created_at timestamptz not null,
  primary key (site, id),
  foreign key (site, wishlist_id) references wishlist (site, id) on delete cascade
);
create unique index wishlist_item_once on wishlist_item (site, wishlist_id, same);
create index wishlist_item_by_product on wishlist_item (site, product_id, wishlist_id) where product_id is not null;

-- By which others see a list: only the digest of what stands in the link.
create table wishlist_link (
  site uuid not null references site,
  digest bytea not null,
  wishlist_id uuid not null,
  created_at timestamptz not null,
  primary key (site, digest),
  foreign key (site, wishlist_id) references wishlist (site, id) on delete cascade
);
create index wishlist_link_by_list on wishlist_link (site, wishlist_id, created_at) where created_at is not null;
