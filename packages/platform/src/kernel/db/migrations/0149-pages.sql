-- Pages that a merchant writes, as they are written; shoppers read a version.
create table site_page (
  site uuid not null references site,
  id uuid not null,
  kind text not null,
  slug text not null,
  title text not null,
  content jsonb not null,
  seo_title text,
  seo_description text,
  in_footer boolean not null,
  in_checkout boolean not null,
  in_registration boolean not null,
  -- What shoppers read; absent while they read nothing.
  published_version integer,
  latest_version integer not null,
  -- Whether it was ever published where buyers or members agree to it.
  agreed_to boolean not null,
  revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create unique index site_page_by_slug on site_page (site, slug) where slug is not null;
create unique index site_page_by_kind on site_page (site, kind) where kind <> 'OTHER';

-- Never changed: what somebody agreed to is read again here.
create table site_page_version (
  site uuid not null references site,
  page_id uuid not null,
  version integer not null,
  title text not null,
  content jsonb not null,
  seo_title text,
  seo_description text,
  published_at timestamptz not null,
  -- Of the staff, or an app.
  published_by uuid,
  primary key (site, page_id, version)
);
