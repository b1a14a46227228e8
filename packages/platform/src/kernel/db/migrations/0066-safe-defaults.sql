-- What a shop was filled with when it was opened; null where it was not.
alter table site add column seed text check (seed in ('demo', 'catalogue'));
-- The demo shop with a history has orders that are older than itself.
update site set seed = case
  when exists (select from orders where orders.site = site.site and orders.created_at < site.created_at) then 'demo' else 'catalogue' end
where site = 'e0866bbc-7d39-464a-a797-64ea8fb1ffc7';

-- Emails that wait until somebody delivers them: a mail server, or the inbox. Those with an end are dropped then.
create table mail_waiting (
  site uuid not null references site,
  key text not null,
  sender text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  html text not null,
  body text not null,
  note jsonb,
  activity jsonb,
  good_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (site, key)
);
create index mail_waiting_by_turn on mail_waiting (due_at);
create index mail_waiting_by_end on mail_waiting (good_until) where good_until is not null;
