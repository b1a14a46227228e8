-- Files whose rows are erased: their bytes are removed after the transaction that erased them.
create table file_to_remove (
  site uuid not null,
  digest text not null,
  asked_at timestamptz not null,
  primary key (site, digest)
);

-- The member whose picture a file is: it is erased with them.
alter table media add column member_id uuid;
update media set member_id = member.id from member
where media.site = member.site and media.file_name = 'profile.webp' and member.document #>> '{profile,photo,url}' = '/media/' || media.id;
create index media_of_member on media (site, member_id) where member_id is not null;

-- Entries whose caller's address is still there, in the order in which they lose it.
create index audit_entry_with_address on audit_entry (site, at, id) where address is not null;
