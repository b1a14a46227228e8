-- What the settings said in the places of a version's fields when it was published; absent for versions from before.
alter table site_page_version add column field_values jsonb;

-- Which versions of the shop's pages a member agreed to when they opened their account.
create table member_agreement (
  site uuid not null references site,
  id uuid not null,
  member_id uuid not null,
  -- The sentence that stood on the page.
  words text not null,
  -- [{ id, title, version, fields }]
  pages jsonb not null,
  created_at timestamptz not null,
  primary key (site, id),
  foreign key (site, member_id) references member (site, id) on delete cascade
);
create index member_agreement_of on member_agreement (site, member_id, id) where member_id is not null;
