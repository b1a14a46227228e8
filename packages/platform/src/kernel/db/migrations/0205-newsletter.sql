-- Addresses that were given for the newsletter, each once.
create table newsletter_subscriber (
  site uuid not null references site,
  id uuid not null,
  email text not null,
  -- In lower case.
  email_key text not null,
  -- PENDING, CONFIRMED, UNSUBSCRIBED
  state text not null,
  -- The last time that somebody gave the address: these become the consent when the link of the email is used.
  words text not null,
  place text not null,
  page text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create unique index newsletter_subscriber_by_email on newsletter_subscriber (site, email_key) where email_key is not null;
create index newsletter_subscriber_by_created on newsletter_subscriber (site, created_at, id) where created_at > '-infinity';

-- Each yes and no, as the proof: nothing is changed here.
create table newsletter_consent (
  site uuid not null references site,
  id uuid not null,
  subscriber_id uuid not null,
  given boolean not null,
  words text not null,
  place text not null,
  page text not null,
  asked_at timestamptz not null,
  said_at timestamptz not null,
  -- The same, where it was said as a member and is among their consents.
  member_consent_id uuid,
  primary key (site, id),
  foreign key (site, subscriber_id) references newsletter_subscriber (site, id) on delete cascade
);
create index newsletter_consent_of on newsletter_consent (site, subscriber_id, id) where subscriber_id is not null;

-- Members who wanted the newsletter by their last word, and whose address is proven.
insert into newsletter_subscriber (site, id, email, email_key, state, words, place, page, asked_at, confirmed_at, created_at, updated_at)
select said.site, said.id, said.address, lower(said.address), 'CONFIRMED', said.words, said.place, '', said.created_at, said.created_at,
  said.created_at, said.created_at
from (
  select distinct on (site, lower(address)) * from member_consent where kind = 'NEWSLETTER' order by site, lower(address), id desc
) said
join member on member.site = said.site and member.id = said.member_id
where said.given and member.login_email_verified and lower(member.login_email) = lower(said.address) and member.deleted_at is null;

insert into newsletter_consent (site, id, subscriber_id, given, words, place, page, asked_at, said_at, member_consent_id)
select site, id, id, true, words, place, '', asked_at, asked_at, id from newsletter_subscriber;
