-- What people say they give of what is on a list that was shared with them. Its owner is told from a day on.
alter table wishlist add column gifts_hidden_until date;

create table wishlist_gift (
  site uuid not null references site,
  id uuid not null,
  item_id uuid not null,
  -- visitor:<id> or member:<id>
  giver text not null,
  quantity integer not null,
  -- The day that the list said when this was promised; null where it said none.
  hidden_until date,
  given_at timestamptz not null,
  primary key (site, id),
  foreign key (site, item_id) references wishlist_item (site, id) on delete cascade
);
create unique index wishlist_gift_once on wishlist_gift (site, item_id, giver);
create index wishlist_gift_by_giver on wishlist_gift (site, giver) where giver is not null;
