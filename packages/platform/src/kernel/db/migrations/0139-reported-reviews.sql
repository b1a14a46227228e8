-- That somebody finds a review that shows not to be in order: a member, or a visitor, each once.
create table review_report (
  site uuid not null,
  review_id uuid not null,
  reporter text not null,
  -- ADVERTISING, INSULTING, UNTRUE, PERSONAL, OTHER
  reason text not null,
  body text,
  created_at timestamptz not null,
  primary key (site, review_id, reporter),
  foreign key (site, review_id) references review on delete cascade
);
create index review_report_by_reporter on review_report (site, reporter, review_id) where reporter <> '';

-- How many reports somebody of the shop has not read yet.
alter table review add reports integer not null default 0;
create index review_reported on review (site, created_at desc, id desc) where reports > 0;
create index review_mine_by_member on review (site, member_id, created_at desc, id desc) where member_id is not null;
create index review_mine_by_visitor on review (site, visitor_id, created_at desc, id desc) where visitor_id is not null;
