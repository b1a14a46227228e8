import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { addressPattern, entityIdsOf, type Person } from './person.ts'

export interface TracesDeps {
  /** Takes out of entries of the audit log what they say about entities, and the addresses that a pattern finds. */
  readonly eraseEntries: (db: Db, site: string, entryIds: readonly string[], entityIds: readonly string[], pattern: string) => Promise<void>
}

/** Erases what emails, events, jobs, answers and the audit log have of somebody. */
export async function eraseTraces({ db, site }: Context, person: Person, { eraseEntries }: TracesDeps): Promise<void> {
  const { emails, recipients, owners, visitors, orderIds, eventIds, toldIds, emailKeys } = person
  const pattern = addressPattern([...emails, ...recipients])
  await db.query(sql`delete from order_email where site = ${site} and order_id = any(${orderIds}::uuid[]) and order_id is not null`)
  await db.query(sql`delete from mail_delivery where site = ${site} and key = any(${emailKeys}::text[])`)
  await db.query(sql`delete from mail_waiting where site = ${site} and key = any(${emailKeys}::text[])`)
  // The inbox holds a thousand emails at most: those to the shop tell of buyers, too.
  await db.query(sql`
    delete from inbox_mail where site = ${site}
    and (key = any(${emailKeys}::text[]) or concat_ws(' ', recipient, reply_to, subject, html, body) ~* ${pattern})`)
  await db.query(sql`
    update outbox set payload = '{}' where site = ${site} and id = any(${eventIds}::uuid[]) and relayed_at is not null and payload <> '{}'`)
  // What webhooks were told of them, and what receivers answered.
  await db.query(sql`delete from webhook_event where site = ${site} and id = any(${toldIds}::uuid[])`)
  await db.query(sql`
    delete from webhook_delivery where site = ${site} and id = any(${[...new Set([...toldIds, ...eventIds])]}::uuid[])`)
  // What programs sent and were answered about them: it is retained for a week.
  await db.query(sql`
    delete from request_log where site = ${site}
      and (concat_ws(' ', path, query, request_body, answer_body) ~* ${pattern} or exists (
        select from unnest(${entityIdsOf(person)}::text[]) entity_id
        where position(entity_id in concat_ws(' ', path, query, request_body, answer_body)) > 0))`)
  await db.query(sql`
    delete from jobs.job where state in ('completed', 'cancelled')
    and (data ->> 'entityId' = any(${entityIdsOf(person)}::text[]) or exists (
      select from jsonb_array_elements(data -> 'tasks') task where task ->> 'entityId' = any(${entityIdsOf(person)}::text[])))`)
  // Answers are stored for a day. Those to the staff tell of whoever they are about.
  await db.query(sql`
    delete from idempotency where site = ${site} and answer is not null
      and (caller = any(${[...owners, ...visitors]}::text[]) or answer ~* ${pattern} or ((caller like 'user:%' or caller like 'app:%')
        and exists (select from unnest(${entityIdsOf(person)}::text[]) entity_id where position(entity_id in answer) > 0)))`)
  await eraseEntries(db, site, person.auditIds, entityIdsOf(person), pattern)
}
