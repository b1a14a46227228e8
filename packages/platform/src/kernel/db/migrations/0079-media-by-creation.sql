-- Files of the shop, the newest first.
create index media_by_creation on media (site, private, created_at, id) where member_id is null;
create index media_by_name on media (site, private, file_name collate "C", id) where member_id is null;
