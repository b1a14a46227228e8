-- Staff come by invitation, prove who they are in two steps, and go.
alter table staff add column revision integer not null default 1;
alter table staff add column password_at timestamptz;
-- When one of their sessions was used last.
alter table staff add column seen_at timestamptz;
-- Who has left can be brought back for a while; they are nobody until then.
alter table staff add column removed_at timestamptz;
drop index staff_by_email;
create unique index staff_by_email on staff (site, lower(email)) where removed_at is null;
create index staff_by_removal on staff (removed_at) where removed_at is not null;

-- How they proved who they are: PASSWORD, TOTP, RECOVERY_CODE, BROWSER
alter table staff_session add column methods text[] not null default '{PASSWORD}';
create index staff_session_of_person on staff_session (site, staff_id) where expires_at is not null;
create index staff_session_by_end on staff_session (expires_at);

-- Sessions whose tokens are over before their time, kept for as long as such a token could last.
create table staff_token_ended (
  site uuid not null references site,
  id uuid not null,
  ended_at timestamptz not null,
  primary key (site, id)
);
create index staff_token_ended_by_time on staff_token_ended (ended_at, id);

-- The app that makes somebody's codes.
create table staff_totp (
  site uuid not null,
  staff_id uuid not null,
  sealed bytea not null,
  -- The last step of time whose code was taken.
  last_step bigint not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (site, staff_id),
  foreign key (site, staff_id) references staff (site, id) on delete cascade
);

create table staff_recovery_code (
  site uuid not null,
  staff_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (site, staff_id, hash),
  foreign key (site, staff_id) references staff (site, id) on delete cascade
);

-- Browsers that need no code for a while.
create table staff_browser (
  site uuid not null,
  id uuid not null,
  staff_id uuid not null,
  hash bytea not null,
  agent text not null,
  address text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site, id),
  foreign key (site, staff_id) references staff (site, id) on delete cascade
);
create unique index staff_browser_by_secret on staff_browser (site, hash) where hash is not null;
create index staff_browser_of_person on staff_browser (site, staff_id) where expires_at is not null;
create index staff_browser_by_end on staff_browser (expires_at);

-- Who is asked to join. The secret of it is only in the letter.
create table staff_invitation (
  site uuid not null references site,
  id uuid not null,
  email text not null,
  role text not null,
  hash bytea not null,
  -- Nobody where a program did it.
  invited_by uuid,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site, id)
);
create unique index staff_invitation_by_secret on staff_invitation (site, hash) where hash is not null;
create unique index staff_invitation_by_email on staff_invitation (site, lower(email)) where email is not null;
create index staff_invitation_by_end on staff_invitation (expires_at);

-- Letters about sign-ins go to members, to staff, and to who is invited.
alter table sign_in_letter rename column member_id to addressee;
