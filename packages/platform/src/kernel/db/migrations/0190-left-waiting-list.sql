-- Who left the waiting list before their email: of what and when, without saying whose it was.
create table back_in_stock_departure (
  site uuid not null references site,
  -- Of the request that there was.
  id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  reference jsonb not null,
  -- STOCK, PRICE
  kind text not null,
  -- LINK, ACCOUNT, SHOP
  how text not null,
  asked_at timestamptz not null,
  left_at timestamptz not null,
  primary key (site, id)
);
create index back_in_stock_departure_newest on back_in_stock_departure (site, left_at, id) where left_at is not null;

create index back_in_stock_request_sent on back_in_stock_request (site, sent_at) where status = 'NOTIFICATION_SENT' and kind = 'STOCK';

-- How many of a product went from wish lists into carts on a day, without saying whose.
create table wishlist_move (
  site uuid not null references site,
  product_id uuid not null,
  day date not null,
  moved integer not null,
  primary key (site, product_id, day)
);
