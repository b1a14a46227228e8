-- The last number of a shop's invoices. It goes up in the transaction that writes an invoice, so that none is left out.
create table invoice_counter (
  site uuid primary key references site,
  last bigint not null
);

create table invoice (
  site uuid not null references site,
  id uuid not null,
  order_id uuid not null,
  -- Of the shop's own invoices.
  number bigint,
  app_id text not null,
  -- What another app calls the invoice that it made.
  external_id text,
  -- What it says, as it was when it was made.
  document jsonb not null,
  created_at timestamptz not null,
  primary key (site, id),
  unique (site, number),
  unique (site, order_id, app_id, external_id),
  foreign key (site, order_id) references orders (site, id)
);
create index invoice_by_order on invoice (site, order_id, created_at, id);
create unique index invoice_own on invoice (site, order_id) where number is not null;
