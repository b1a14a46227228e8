-- Checkouts that their buyers left, kept as they were; one for each checkout.
create table abandoned_checkout (
  site uuid not null references site,
  id uuid not null,
  checkout_id uuid not null,
  -- ABANDONED, RECOVERED
  status text not null,
  email text not null,
  email_key text collate "C" not null,
  first_name text not null,
  first_name_key text collate "C" not null,
  last_name text not null,
  last_name_key text collate "C" not null,
  visitor_id uuid,
  member_id uuid,
  user_id uuid,
  contact_id uuid,
  coupons text[] not null,
  document jsonb not null,
  activities jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  recovered_at timestamptz,
  primary key (site, id)
);
create unique index abandoned_checkout_of on abandoned_checkout (site, checkout_id) where checkout_id is not null;
create index abandoned_checkout_by_created on abandoned_checkout (site, created_at desc, id desc);

-- Until when a shop's checkouts were looked at whether they were left.
create table abandonment (
  site uuid primary key references site,
  looked_until timestamptz not null
);
create index checkout_open on checkout (site, updated_at, id) where not completed;
