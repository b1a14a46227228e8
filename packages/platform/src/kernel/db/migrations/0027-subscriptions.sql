-- Cards that payment providers keep, by the names that providers have for them. No number is ever here.
create table saved_payment_method (
  site uuid not null references site,
  id uuid not null,
  -- member:…, visitor:…
  owner text not null,
  provider text not null,
  reference text not null,
  -- What people know the card by.
  card jsonb,
  is_primary boolean not null,
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  unique (site, provider, reference)
);
create index saved_payment_method_of on saved_payment_method (site, owner, created_at) where owner is not null;
alter table sandbox_charge add column kept boolean not null default false;

-- What is bought again and again: one line of an order, and how it goes on.
create table subscription_contract (
  site uuid not null references site,
  id uuid not null,
  -- The order it began with.
  order_id uuid not null,
  owner text not null,
  contact_id text,
  -- ACTIVE, PAST_DUE, SUSPENDED, CANCELED, ENDED
  status text not null,
  saved_method_id uuid,
  -- The last cycle that was paid for; 0 while nothing is due yet.
  cycle integer not null,
  -- How often the next one was tried in vain.
  attempts integer not null,
  -- When the clock charges, tries again or ends it; null where it waits for something else, or for nothing.
  next_at timestamptz,
  -- When it ends, where somebody ended it.
  ends_at timestamptz,
  revision integer not null,
  document jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  foreign key (site, order_id) references orders (site, id)
);
create index subscription_contract_due on subscription_contract (next_at, site, id) where next_at is not null;
create index subscription_contract_of_order on subscription_contract (site, order_id) where order_id is not null;

-- Each cycle of a contract once: its order, and the payment that is on its way.
create table subscription_cycle (
  site uuid not null references site,
  contract_id uuid not null,
  number integer not null,
  order_id uuid not null,
  payment_id uuid,
  -- OPEN, PAID, SKIPPED
  state text not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (site, contract_id, number),
  foreign key (site, contract_id) references subscription_contract (site, id),
  foreign key (site, order_id) references orders (site, id)
);
create index subscription_cycle_of_order on subscription_cycle (site, order_id) where order_id is not null;

create table subscription_activity (
  site uuid not null references site,
  id uuid not null,
  contract_id uuid not null,
  document jsonb not null,
  primary key (site, id),
  foreign key (site, contract_id) references subscription_contract (site, id)
);
create index subscription_activity_of on subscription_activity (site, contract_id, id) where contract_id is not null;
