-- Who called without a token is called what the field calls it.
update audit_entry set actor_kind = 'UNAUTHENTICATED' where actor_kind = 'STRANGER';
