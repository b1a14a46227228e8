create table coupon (
  site uuid not null references site,
  id uuid not null,
  code text not null,
  -- The code as it is looked up: however it is typed.
  code_key text not null,
  name text not null,
  type text not null,
  active boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  usage_limit integer,
  limit_per_customer integer,
  uses integer not null,
  document jsonb not null,
  created_at timestamptz not null,
  primary key (site, id)
);
-- With predicates, so that no lookup by id runs through them.
create unique index coupon_by_code on coupon (site, code_key) where code_key is not null;
create index coupon_by_age on coupon (site, created_at desc, id desc);

-- Which orders used a coupon, under each name by which the customer is known again.
create table coupon_use (
  site uuid not null,
  coupon_id uuid not null,
  customer text not null,
  order_id uuid not null,
  primary key (site, coupon_id, customer, order_id)
);
create index coupon_use_by_order on coupon_use (site, order_id);

-- Which orders were sold under a discount rule.
create table discount_rule_use (
  site uuid not null,
  rule_id uuid not null,
  order_id uuid not null,
  primary key (site, rule_id, order_id)
);
create index discount_rule_use_by_order on discount_rule_use (site, order_id);

-- The key of a shop's gift card codes: with it they are hashed, and sealed until their letter has gone.
create table gift_card_key (
  site uuid primary key references site,
  key bytea not null
);

create table gift_card (
  site uuid not null references site,
  id uuid not null,
  -- All that is kept of the code, beside its last four letters.
  hash bytea not null,
  suffix text not null,
  initial bigint not null,
  balance bigint not null check (balance >= 0),
  currency text not null,
  expires_at timestamptz,
  disabled_at timestamptz,
  source text not null,
  order_id uuid,
  idempotency_key text,
  -- What a search looks through.
  words text not null,
  document jsonb not null,
  -- The code in its envelope, until its letter has gone.
  sealed bytea,
  notify_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create unique index gift_card_by_code on gift_card (site, hash) where hash is not null;
create unique index gift_card_by_key on gift_card (site, idempotency_key) where idempotency_key is not null;
create index gift_card_by_age on gift_card (site, created_at desc, id desc);
create index gift_card_to_mail on gift_card (site, notify_at) where sealed is not null;
create index gift_card_by_order on gift_card (site, order_id) where order_id is not null;

create table gift_card_transaction (
  site uuid not null,
  id uuid not null,
  card_id uuid not null,
  type text not null,
  operation text not null,
  amount bigint not null,
  -- What was on the card afterwards.
  balance bigint not null,
  currency text not null,
  -- Of a redemption, how much of it went back.
  given_back bigint not null default 0 check (given_back between 0 and amount),
  order_id uuid,
  order_number text,
  note text,
  idempotency_key text,
  created_at timestamptz not null,
  primary key (site, id),
  foreign key (site, card_id) references gift_card (site, id)
);
create unique index gift_card_transaction_by_key on gift_card_transaction (site, card_id, idempotency_key) where idempotency_key is not null;
create index gift_card_transaction_by_card on gift_card_transaction (site, card_id, created_at desc, id desc);
create index gift_card_transaction_by_order on gift_card_transaction (site, order_id) where order_id is not null;
