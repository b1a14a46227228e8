-- Who waits for what is sold out.
create table back_in_stock_request (
  site uuid not null references site,
  id uuid not null,
  product_id uuid not null,
  -- Whose stock it is: a variant, or 00000000-… of a product whose variants share one.
  variant_id uuid not null,
  -- As it was asked for.
  reference jsonb not null,
  email text not null,
  email_key text not null,
  visitor_id uuid,
  member_id uuid,
  contact_id uuid,
  item_url text,
  -- RECEIVED, PROCESSING, NOTIFICATION_SENT, FAILED
  status text not null,
  auto_notified boolean not null default false,
  -- What whoever reported the stock says of the item.
  reported jsonb,
  tries integer not null default 0,
  -- When the email goes, or is tried again.
  next_try_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  primary key (site, id)
);
create unique index back_in_stock_request_once on back_in_stock_request (site, product_id, variant_id, email_key)
  where status in ('RECEIVED', 'PROCESSING');
create index back_in_stock_request_waiting on back_in_stock_request (site, product_id, variant_id, created_at, id) where status = 'RECEIVED';
create index back_in_stock_request_due on back_in_stock_request (site, next_try_at) where status = 'PROCESSING';
create index back_in_stock_request_newest on back_in_stock_request (site, created_at, id) where status is not null;
create index back_in_stock_request_by_email on back_in_stock_request (site, email_key) where email_key is not null;
create index back_in_stock_request_by_visitor on back_in_stock_request (site, visitor_id) where visitor_id is not null;
create index back_in_stock_request_by_member on back_in_stock_request (site, member_id) where member_id is not null;
create index back_in_stock_request_over on back_in_stock_request (site, updated_at) where status in ('NOTIFICATION_SENT', 'FAILED');

-- How many were told of a variant since when, while it is in stock.
create table back_in_stock_wave (
  site uuid not null references site,
  product_id uuid not null,
  variant_id uuid not null,
  -- Absent while it is sold out.
  began_at timestamptz,
  told integer not null,
  primary key (site, product_id, variant_id)
);
create index back_in_stock_wave_open on back_in_stock_wave (site, product_id, variant_id) where began_at is not null;
