-- What buyers said yes to with an order, as a proof: when, and in which words.
create table consent (
  site uuid not null references site,
  id uuid not null,
  order_id uuid not null,
  type text not null,
  email text not null,
  words text not null,
  checkout_id uuid not null,
  visitor_id uuid,
  member_id uuid,
  created_at timestamptz not null,
  primary key (site, id),
  unique (site, order_id, type)
);
create index consent_created on consent (site, created_at, id) where created_at is not null;
create index consent_email on consent (site, email) where email is not null;
