-- What was written to whom about an order, and what it takes to write it again.
create table order_letter (
  site uuid not null references site,
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  -- That of its delivery: written once for it, however often it is tried.
  key text not null,
  recipient text not null,
  subject text not null,
  -- What the letter is about beside the order: which parcel, which payment.
  about jsonb not null,
  sent_at timestamptz not null,
  primary key (site, id),
  unique (site, key),
  foreign key (site, order_id) references orders (site, id)
);
create index order_letter_by_order on order_letter (site, order_id, id) where order_id is not null;
