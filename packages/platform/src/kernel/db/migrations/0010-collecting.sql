-- What is done with a payment after it was made: money taken, let go or given back. Written down before the provider is asked.
create table payment_action (
  site uuid not null references site,
  id uuid not null,
  payment_id uuid not null,
  order_id uuid not null,
  -- CAPTURE, VOID, REFUND
  kind text not null,
  -- PENDING, SUCCEEDED, FAILED
  state text not null,
  amount bigint not null,
  -- The request that asked for it: sent again it finds what it began.
  attempt uuid not null,
  reference text,
  document jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  foreign key (site, payment_id) references payment (site, id)
);
create index payment_action_by_order on payment_action (site, order_id, id);
create index payment_action_by_attempt on payment_action (site, attempt);
create index payment_action_open on payment_action (site, id) where state = 'PENDING';
-- What is authorised is taken or let go, once.
create unique index payment_action_once on payment_action (site, payment_id) where kind in ('CAPTURE', 'VOID') and state <> 'FAILED';

-- What the clock does with an authorised payment, and when.
alter table payment add column scheduled_action text, add column scheduled_at timestamptz;
create index payment_scheduled on payment (scheduled_at, site, id) where status = 'AUTHORIZED' and scheduled_at is not null;

-- What was asked to be collected for an order; whoever has its id may pay it.
create table payment_collection (
  site uuid not null references site,
  id uuid not null,
  order_id uuid not null,
  amount bigint not null,
  document jsonb not null,
  created_at timestamptz not null,
  primary key (site, id),
  foreign key (site, order_id) references orders (site, id)
);

-- How much of a charge the bank was told to take; all of it where nobody said.
alter table sandbox_charge add column captured bigint, add column delayed boolean not null default false;
