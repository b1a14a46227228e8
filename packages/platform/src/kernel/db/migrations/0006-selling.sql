create table cart (
  site uuid not null references site,
  id uuid not null,
  -- Whose current cart it is: the caller's name, such as visitor:<id>.
  owner text not null,
  revision integer not null,
  document jsonb not null,
  -- The cart as the wire wants it, and what it was made from: while the basis holds, it is answered as it stands.
  wire text not null,
  basis text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  unique (site, owner)
);

create table checkout (
  site uuid not null references site,
  id uuid not null,
  cart_id uuid,
  owner text not null,
  -- Others who hold the checkout's link and have opened it.
  guests text[] not null default '{}',
  -- The part of its link that nobody can guess.
  secret text not null,
  revision integer not null,
  document jsonb not null,
  order_id uuid,
  completed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create index checkout_by_cart on checkout (site, cart_id, created_at desc);

create table order_counter (
  site uuid primary key references site,
  last bigint not null
);

create table orders (
  site uuid not null references site,
  id uuid not null,
  number bigint not null,
  checkout_id uuid,
  checkout_revision integer,
  owner text not null,
  guests text[] not null default '{}',
  member_id uuid,
  email text not null,
  status text not null,
  payment_status text not null,
  fulfillment_status text not null,
  currency text not null,
  total bigint not null,
  revision integer not null,
  document jsonb not null,
  -- Whether its pieces are taken from the stock.
  holds_stock boolean not null,
  -- Which pieces of which shelves.
  shelves jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  unique (site, number)
);
create index orders_by_owner on orders (site, owner, created_at desc);
create index orders_unpaid on orders (site, created_at) where status = 'INITIALIZED';

create table order_activity (
  site uuid not null,
  id uuid not null,
  order_id uuid not null,
  document jsonb not null,
  primary key (site, id)
) partition by range (id);
create table order_activity_rest partition of order_activity default;
create index order_activity_by_order on order_activity (site, order_id, id);

create table payment (
  site uuid not null references site,
  id uuid not null,
  order_id uuid not null,
  provider text not null,
  -- PENDING, ACTION_REQUIRED, APPROVED, AUTHORIZED, DECLINED, CANCELED, VOIDED, REFUNDED, PARTIALLY_REFUNDED
  status text not null,
  amount bigint not null,
  currency text not null,
  provider_reference text,
  document jsonb not null,
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  foreign key (site, order_id) references orders (site, id)
);
create index payment_by_order on payment (site, order_id, created_at);
create index payment_open on payment (site, created_at) where status in ('PENDING', 'ACTION_REQUIRED');

-- The books of the built-in sandbox bank. No card number is ever here.
create table sandbox_charge (
  site uuid not null references site,
  payment_id uuid not null,
  behaviour text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  reason text,
  return_url text not null,
  refunds text[] not null default '{}',
  refunded bigint not null default 0,
  -- When the bank tells the shop by itself, and how often it still will.
  tell_at timestamptz,
  tells_left integer not null default 0,
  created_at timestamptz not null,
  primary key (site, payment_id)
);
create index sandbox_charge_to_tell on sandbox_charge (tell_at) where tells_left > 0;

create table redirect_session (
  site uuid not null references site,
  id uuid not null,
  app_id uuid,
  intent text not null,
  document jsonb not null,
  created_at timestamptz not null,
  primary key (site, id)
);
