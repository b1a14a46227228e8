-- Where stock is held. A shop without rows has one location, which goes by the id of the site; that one gets its row with the second.
create table stock_location (
  site uuid not null references site,
  id uuid not null,
  name text not null,
  address jsonb,
  -- Sales take from the lowest first.
  position integer not null,
  is_default boolean not null,
  active boolean not null,
  -- Where buyers pick up what is held here: [{"id", "code"}], the code as shipping options have it.
  pickups jsonb not null,
  revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- History keeps its name.
  deleted_at timestamptz,
  primary key (site, id)
);
create unique index stock_location_default on stock_location (site) where is_default;

-- How much of `quantity` is at other locations than the site's first, by their ids; the rest is at the first. Null as long as none ever was.
-- In the row itself, so that a sale holds one row and decides by it, wherever it takes from.
alter table stock
  add column elsewhere jsonb,
  add column item_id uuid not null default gen_random_uuid();
create unique index stock_by_item on stock (site, item_id) where item_id is not null;

-- How much of the change was at other locations than the first.
alter table stock_movement add column elsewhere jsonb;
