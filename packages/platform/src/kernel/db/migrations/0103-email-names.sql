-- Tables, columns and stored names say "email" where they said "letter". Nothing else changes.
alter table order_letter rename to order_email;
alter table order_email rename constraint order_letter_pkey to order_email_pkey;
alter table order_email rename constraint order_letter_site_key_key to order_email_site_key_key;
alter table order_email rename constraint order_letter_site_order_id_fkey to order_email_site_order_id_fkey;
alter index order_letter_by_order rename to order_email_by_order;

alter table sign_in_letter rename to sign_in_email;
alter table sign_in_email rename constraint sign_in_letter_pkey to sign_in_email_pkey;
alter index sign_in_letter_by_turn rename to sign_in_email_by_turn;

alter table abandoned_checkout rename column letters to emails_sent;
alter table abandoned_checkout rename column last_letter_at to last_email_at;
alter table abandoned_checkout rename column next_letter_at to next_email_at;
alter table abandoned_checkout rename column next_letter to next_email;
alter table abandoned_checkout rename column letter_attempt to email_attempt;
alter index abandoned_checkout_next_letter rename to abandoned_checkout_next_email;

-- What merchants wrote into their emails.
update site_setting set section = 'emails' where section = 'letters';

-- Too many emails to one address, or asked for from one network.
update sign_in_failure set who = 'emails-from:' || substr(who, 9) where who like 'letters:%';
update sign_in_failure set who = 'email:' || substr(who, 8) where who like 'letter:%';

-- An email about an order that was sent once more, in the order's history.
update order_activity set document = jsonb_set(document, '{customActivity,type}', '"EMAIL_SENT_AGAIN"')
  where document -> 'customActivity' ->> 'type' = 'LETTER_SENT_AGAIN';

-- The log of changes.
update audit_entry set kind = 'emailSender' where kind = 'letterSender';
update audit_entry set kind = 'email' where kind = 'letter';
update audit_entry set operation = replace(replace(replace(operation,
    '/vitrine/v1/letters/{letter.id}', '/vitrine/v1/emails/{email.id}'),
    '/vitrine/v1/letter-sender', '/vitrine/v1/email-sender'),
    '/orders/{orderId}/letters', '/orders/{orderId}/emails')
  where operation like '%letter%';

-- Events of which jobs still wait are handed over again under their new names: their jobs can meet the same event twice.
do $$
begin
  if to_regclass('jobs.job') is not null then
    update outbox set relayed_at = null where id in (
      select (task ->> 'eventId')::uuid
      from jobs.job, jsonb_array_elements(coalesce(job.data -> 'tasks', jsonb_build_array(job.data))) as task
      where job.name in ('mail-letter-again', 'gift-card-letters', 'mail-fulfillment', 'mail-subscription') and job.state < 'completed');
    delete from jobs.job
      where name in ('mail-letter-again', 'gift-card-letters', 'mail-fulfillment', 'mail-subscription') and state < 'completed';
  end if;
end $$;
update outbox set payload = (payload - 'letter') || jsonb_build_object('email', payload -> 'letter')
  where relayed_at is null and payload ? 'letter';
update outbox set payload = (payload - 'letterWanted') || jsonb_build_object('emailRequested', payload -> 'letterWanted')
  where relayed_at is null and payload ? 'letterWanted';
update outbox set payload = (payload - 'letterDue') || jsonb_build_object('emailDue', payload -> 'letterDue')
  where relayed_at is null and payload ? 'letterDue';
