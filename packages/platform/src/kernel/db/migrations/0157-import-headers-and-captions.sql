-- Headers of an import are wrapped with the secret of the installation; null: they lie there as they are.
alter table media_import
  alter column headers type text using headers::text,
  add column wrapped_by text;

-- Captions count in what the files of a shop come to, under a folder that is none.
create function count_media_captions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update media_usage set bytes = media_usage.bytes - gone.bytes
    from (select site, sum(bytes) as bytes from old_rows group by 1 order by 1) gone
    where media_usage.site = gone.site and media_usage.folder_id = 'captions' and not media_usage.trashed;
  end if;
  if tg_op <> 'DELETE' then
    insert into media_usage (site, folder_id, trashed, files, bytes)
    select site, 'captions', false, 0, sum(bytes) from new_rows group by 1 order by 1
    on conflict (site, folder_id, trashed) do update set bytes = media_usage.bytes + excluded.bytes;
  end if;
  return null;
end
$$;
create trigger media_caption_added after insert on media_caption referencing new table as new_rows
  for each statement execute function count_media_captions();
create trigger media_caption_removed after delete on media_caption referencing old table as old_rows
  for each statement execute function count_media_captions();
create trigger media_caption_changed after update on media_caption referencing old table as old_rows new table as new_rows
  for each statement execute function count_media_captions();

insert into media_usage (site, folder_id, trashed, files, bytes)
select site, 'captions', false, 0, sum(bytes) from media_caption group by site;
