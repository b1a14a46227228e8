-- Tables under names that say what their rows are.
alter table member_gone rename to deleted_member;
alter table deleted_member rename constraint member_gone_pkey to deleted_member_pkey;
alter table deleted_member rename constraint member_gone_site_fkey to deleted_member_site_fkey;

alter table member_touched rename to member_job_change;
alter table member_job_change rename constraint member_touched_pkey to member_job_change_pkey;
alter table member_job_change rename constraint member_touched_site_job_id_fkey to member_job_change_site_job_id_fkey;

alter table provider_standing rename to provider_health;
alter table provider_health rename constraint provider_standing_pkey to provider_health_pkey;
alter table provider_health rename constraint provider_standing_site_fkey to provider_health_site_fkey;

alter table spent_proof rename to used_proof;
alter table used_proof rename constraint spent_proof_pkey to used_proof_pkey;
alter table used_proof rename constraint spent_proof_site_fkey to used_proof_site_fkey;
alter index spent_proof_by_end rename to used_proof_by_end;

alter table abandonment rename to abandoned_checkout_scan;
alter table abandoned_checkout_scan rename column looked_until to scanned_until;
alter table abandoned_checkout_scan rename constraint abandonment_pkey to abandoned_checkout_scan_pkey;
alter table abandoned_checkout_scan rename constraint abandonment_site_fkey to abandoned_checkout_scan_site_fkey;

-- The log of changes names operations by their paths.
update audit_entry set operation = replace(operation, '/vitrine/v1/desk/', '/vitrine/v1/dashboard/') where operation like '%/vitrine/v1/desk/%';
