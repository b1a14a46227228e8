-- Models that came in before there were thumbnails of them.
insert into media_job (site, media_id, state, attempts, due_at, created_at)
select site, id, 'WAITING', 0, now(), now() from media
where kind = 'MODEL3D' and operation_status = 'READY' and digest <> '' and member_id is null and not details ? 'thumbnailName'
on conflict do nothing;
