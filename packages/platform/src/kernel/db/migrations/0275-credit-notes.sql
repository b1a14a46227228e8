-- The last number of a shop's credit notes; as `invoice_counter`.
create table credit_note_counter (
  site uuid primary key references site,
  last bigint not null
);

-- What corrects an invoice: a paper of its own, which never changes either.
create table credit_note (
  site uuid not null references site,
  id uuid not null,
  order_id uuid not null,
  invoice_id uuid not null,
  -- The refund that it is for; none where it cancels what is not refunded.
  refund_id uuid,
  number bigint not null,
  -- What it says, as it was when it was made.
  document jsonb not null,
  created_at timestamptz not null,
  primary key (site, id),
  unique (site, number),
  unique (site, refund_id),
  foreign key (site, order_id) references orders (site, id),
  foreign key (site, invoice_id) references invoice (site, id)
);
create unique index credit_note_of_canceled on credit_note (site, order_id) where refund_id is null;
create index credit_note_by_order on credit_note (site, order_id);
create index credit_note_by_invoice on credit_note (site, invoice_id);
create index credit_note_by_date on credit_note (site, created_at, id);
create index invoice_by_date on invoice (site, created_at, id) where number is not null;
