-- Whose orders are asked about by email, once each.
create table review_request (
  site uuid not null references site,
  order_id uuid not null,
  -- WAITING, SENT, ENDED
  status text not null,
  tries integer not null default 0,
  -- When the email goes, or is tried again.
  due_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, order_id)
);
create index review_request_due on review_request (site, due_at) where status = 'WAITING';

-- Who has opened the link of such an email, and reviews what was ordered.
create table review_guest (
  site uuid not null references site,
  -- member:… or visitor:…
  owner text not null,
  order_id uuid not null,
  created_at timestamptz not null,
  primary key (site, owner, order_id)
);
create index review_guest_by_order on review_guest (site, order_id) where owner <> '';

-- Addresses that want no more emails that ask for reviews.
create table review_email_off (
  site uuid not null references site,
  email_key text not null,
  created_at timestamptz not null,
  primary key (site, email_key)
);

-- Where a mail program takes its reader off the list with one click.
alter table mail_waiting add unsubscribe_url text;
