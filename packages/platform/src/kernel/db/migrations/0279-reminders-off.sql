-- Addresses that want no more emails about checkouts that they left.
create table reminder_email_off (
  site uuid not null references site,
  email_key text not null,
  created_at timestamptz not null,
  primary key (site, email_key)
);
