-- What buyers say of what they bought.
create table review (
  site uuid not null references site,
  id uuid not null,
  namespace text not null,
  entity_id text not null,
  -- MEMBER, VISITOR, or UNKNOWN where a program brought it without saying whose it is.
  author_type text not null,
  member_id uuid,
  visitor_id uuid,
  contact_id uuid,
  author_name text,
  -- The order that it is verified by.
  order_id uuid,
  title text,
  body text,
  rating bigint not null,
  media jsonb not null default '[]',
  media_count smallint not null default 0,
  status text not null,
  manually_changed boolean not null default false,
  -- Why it waits, or waited.
  reasons text[] not null default '{}',
  verified boolean not null,
  origin text not null,
  origin_app text,
  source text,
  reply jsonb,
  found_helpful integer not null default 0,
  found_unhelpful integer not null default 0,
  helpfulness bigint not null default 0,
  -- In millionths.
  relevance bigint not null,
  publish_count integer not null default 0,
  -- What its text says, without case and signs, as a hash: the same is found among many.
  text_hash bytea,
  revision integer not null default 1,
  review_date timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
-- An author has one review of a thing.
create unique index review_by_member on review (site, member_id, namespace, entity_id) where member_id is not null;
create unique index review_by_visitor on review (site, visitor_id, namespace, entity_id) where visitor_id is not null;
create unique index review_by_order on review (site, order_id, namespace, entity_id) where order_id is not null;
create index review_by_relevance on review (site, entity_id, relevance desc, id desc) where status = 'APPROVED';
create index review_by_creation on review (site, entity_id, created_at desc, id desc) where status = 'APPROVED';
create index review_by_rating on review (site, entity_id, rating desc, id desc) where status = 'APPROVED';
create index review_by_helpfulness on review (site, entity_id, helpfulness desc, id desc) where status = 'APPROVED';
create index review_waiting on review (site, created_at, id) where status in ('SUBMITTED', 'IN_MODERATION');
create index review_rejected on review (site, created_at desc, id desc) where status = 'REJECTED';
create index review_published on review (site, created_at desc, id desc) where status = 'APPROVED';
create index review_by_text on review (site, text_hash) where text_hash is not null;
create index review_by_contact on review (site, contact_id) where contact_id is not null;

-- Whether somebody found a review helpful: a member, or a visitor.
create table review_vote (
  site uuid not null,
  review_id uuid not null,
  voter text not null,
  helpful boolean not null,
  created_at timestamptz not null,
  primary key (site, review_id, voter),
  foreign key (site, review_id) references review on delete cascade
);
create index review_vote_by_voter on review_vote (site, voter, review_id) where voter <> '';

-- How things are rated by the reviews that show; kept by whoever changes one of these.
create table review_summary (
  site uuid not null references site,
  namespace text not null,
  entity_id text not null,
  stars_1 integer not null default 0,
  stars_2 integer not null default 0,
  stars_3 integer not null default 0,
  stars_4 integer not null default 0,
  stars_5 integer not null default 0,
  with_media integer not null default 0,
  primary key (site, namespace, entity_id)
);

-- Things that are done to many reviews, some at a time.
create table review_job (
  site uuid not null references site,
  id uuid not null,
  action text not null,
  state text not null,
  target jsonb not null,
  place uuid,
  changed integer not null default 0,
  unchanged integer not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  undo_until timestamptz,
  primary key (site, id)
);
create index review_job_open on review_job (site, created_at) where ended_at is null;

create table review_job_change (
  site uuid not null,
  job_id uuid not null,
  review_id uuid not null,
  before jsonb not null,
  primary key (site, job_id, review_id),
  foreign key (site, job_id) references review_job on delete cascade
);
