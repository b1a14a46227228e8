-- What is made of files (posters, first pages, renditions, streams) counts in what the files of a shop come to, under a folder that is none.
create function count_media_derivatives() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update media_usage set bytes = media_usage.bytes - gone.bytes
    from (select site, sum(bytes) as bytes from old_rows group by 1 order by 1) gone
    where media_usage.site = gone.site and media_usage.folder_id = 'derivatives' and not media_usage.trashed;
  end if;
  if tg_op <> 'DELETE' then
    insert into media_usage (site, folder_id, trashed, files, bytes)
    select site, 'derivatives', false, 0, sum(bytes) from new_rows group by 1 order by 1
    on conflict (site, folder_id, trashed) do update set bytes = media_usage.bytes + excluded.bytes;
  end if;
  return null;
end
$$;
create trigger media_derivative_added after insert on media_derivative referencing new table as new_rows
  for each statement execute function count_media_derivatives();
create trigger media_derivative_removed after delete on media_derivative referencing old table as old_rows
  for each statement execute function count_media_derivatives();
create trigger media_derivative_changed after update on media_derivative referencing old table as old_rows new table as new_rows
  for each statement execute function count_media_derivatives();

insert into media_usage (site, folder_id, trashed, files, bytes)
select site, 'derivatives', false, 0, sum(bytes) from media_derivative group by site;
