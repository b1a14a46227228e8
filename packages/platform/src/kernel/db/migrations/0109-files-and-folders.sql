-- Files lie in folders, may be private, are trashed and restored, and what is known of them grows while they are processed.
alter table media
  add column folder_id text not null default 'media-root',
  -- Null: the name of the file.
  add column display_name text,
  add column alt_text text,
  add column labels text[] not null default '{}',
  -- PENDING, READY or FAILED; `failure` is a stable code.
  add column operation_status text not null default 'READY',
  add column failure text,
  -- In the trash by itself. What lies in a trashed folder is in the trash too, and is not marked.
  add column trashed_at timestamptz,
  add column updated_at timestamptz,
  add column last_used_at timestamptz,
  add column source_url text,
  add column external_info jsonb,
  -- By kind: see MediaDetails.
  add column details jsonb not null default '{}',
  add column uploaded_by text,
  -- The words of its names and labels.
  add column words tsvector not null default '';

update media set
  updated_at = created_at,
  folder_id = case when member_id is null then folder_id else 'visitor-uploads-root' end,
  words = to_tsvector('simple', regexp_replace(lower(file_name), '[^[:alnum:]]+', ' ', 'g'));
alter table media alter column updated_at set not null, alter column updated_at set default now();

create table media_folder (
  site uuid not null references site,
  id text not null,
  name text not null,
  parent_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- In the trash, by itself or with the folder above it that `trashed_with` names; restoring that one brings both back.
  trashed_at timestamptz,
  trashed_with text,
  -- Gone for good: its files are being removed, then its row.
  purged_at timestamptz,
  words tsvector not null default '',
  primary key (site, id)
);
create index media_folder_in_parent on media_folder (site, parent_id);
create index media_folder_trashed on media_folder (site, trashed_at) where trashed_at is not null;
create index media_folder_purged on media_folder (site, id) where purged_at is not null;

-- What processing made of an original: a poster, a first page, segments of a stream. Its bytes lie under `digest` like those of originals.
create table media_derivative (
  site uuid not null,
  media_id text not null,
  name text not null,
  mime text not null,
  digest text not null,
  bytes bigint not null,
  width integer,
  height integer,
  created_at timestamptz not null,
  primary key (site, media_id, name),
  foreign key (site, media_id) references media on delete cascade
);
create index media_derivative_by_digest on media_derivative (site, digest);

-- A file that is to be fetched from an address.
create table media_import (
  site uuid not null,
  media_id text not null,
  url text not null,
  headers jsonb not null,
  attempts integer not null,
  -- When it is tried next; a try that is under way has moved it on, so that another process takes over what it left.
  due_at timestamptz not null,
  primary key (site, media_id),
  foreign key (site, media_id) references media on delete cascade
);
create index media_import_due on media_import (due_at);

-- How much lies in each folder, in and out of the trash: counted with each change, so that nobody has to add up a million files.
create table media_usage (
  site uuid not null,
  folder_id text not null,
  trashed boolean not null,
  files bigint not null,
  bytes bigint not null,
  primary key (site, folder_id, trashed)
);

create function count_media() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update media_usage set files = media_usage.files - gone.files, bytes = media_usage.bytes - gone.bytes
    from (select site, folder_id, trashed_at is not null as trashed, count(*) as files, sum(bytes) as bytes
      from old_rows group by 1, 2, 3 order by 1, 2, 3) gone
    where media_usage.site = gone.site and media_usage.folder_id = gone.folder_id and media_usage.trashed = gone.trashed;
  end if;
  if tg_op <> 'DELETE' then
    insert into media_usage (site, folder_id, trashed, files, bytes)
    select site, folder_id, trashed_at is not null, count(*), sum(bytes) from new_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (site, folder_id, trashed) do update set
      files = media_usage.files + excluded.files, bytes = media_usage.bytes + excluded.bytes;
  end if;
  return null;
end
$$;
create trigger media_added after insert on media referencing new table as new_rows for each statement execute function count_media();
create trigger media_removed after delete on media referencing old table as old_rows for each statement execute function count_media();
-- A trigger with a list of columns takes no tables of rows: what changes neither folder, trash nor size goes in and out with the same numbers.
create trigger media_changed after update on media referencing old table as old_rows new table as new_rows
  for each statement execute function count_media();

insert into media_usage (site, folder_id, trashed, files, bytes)
select site, folder_id, false, count(*), sum(bytes) from media group by site, folder_id;

drop index media_by_creation;
drop index media_by_name;
create index media_by_creation on media (site, created_at, id) where member_id is null and trashed_at is null;
create index media_by_update on media (site, updated_at, id) where member_id is null and trashed_at is null;
create index media_by_name on media (site, (coalesce(display_name, file_name) collate "C"), id) where member_id is null and trashed_at is null;
create index media_by_size on media (site, bytes, id) where member_id is null and trashed_at is null;
create index media_in_folder_by_creation on media (site, folder_id, created_at, id) where member_id is null and trashed_at is null;
create index media_in_folder_by_update on media (site, folder_id, updated_at, id) where member_id is null and trashed_at is null;
create index media_in_folder_by_name on media (site, folder_id, (coalesce(display_name, file_name) collate "C"), id) where member_id is null and trashed_at is null;
create index media_in_folder_by_size on media (site, folder_id, bytes, id) where member_id is null and trashed_at is null;
create index media_private on media (site, created_at, id) where private and member_id is null and trashed_at is null;
create index media_by_kind on media (site, kind, created_at, id) where member_id is null and trashed_at is null;
create index media_trashed on media (site, trashed_at, id) where trashed_at is not null;
create index media_by_word on media using gin (site, words) where member_id is null;
