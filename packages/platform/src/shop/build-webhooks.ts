import { sql } from '../kernel/db/sql.ts'
import type { PartitionedTable } from '../kernel/events/partitions.ts'
import { type AreaJobs, everyMinute } from '../kernel/jobs/area-jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { ShopServices } from './build-services.ts'
import { emailBrandingOf } from './mail/branding.ts'
import { addressedTo } from './mail/mail.ts'
import { webhookStopped } from './mail/staff-emails.ts'
import { webhookDeliveryOperations } from './webhooks/delivery-operations.ts'
import { webhookOperations } from './webhooks/operations.ts'
import type { ReadEntityDeps } from './webhooks/read-entity.ts'
import { webhookRunner } from './webhooks/runner.ts'
import { answerWithinMs, mostAnswerBytes } from './webhooks/send.ts'

export interface WebhookFacts {
  readonly readCart: ReadEntityDeps['readCart']
}

/** What was told, and to whom, is forgotten after so long. */
const tables: readonly PartitionedTable[] = [
  { table: 'webhook_event', keepMonths: 1 },
  { table: 'webhook_delivery', keepMonths: 1 },
]

/** Events that go to others' addresses. */
export function buildWebhooks(kernel: Kernel, { mailer }: ShopServices, reads: ReadEntityDeps) {
  const { database, clock, real, origin, wrap, readSettings, report } = kernel
  const outbound = kernel.outbound({ timeoutMs: answerWithinMs, maxBytes: mostAnswerBytes })

  /** Says it to every owner; a webhook is marked when all of them were told. */
  async function tellStopped(): Promise<void> {
    const stopped = await database.query<{ site: string; id: string; name: string; url: string; revision: number }>(sql`
      select site, id, name, url, revision from webhook where paused_because is not null and told_at is null limit 20`)
    for (const { site, id, name, url, revision } of stopped) {
      const settings = await readSettings(database, site)
      const owners = await database.query<{ email: string }>(
        sql`select email from staff where site = ${site} and role = 'OWNER' and removed_at is null order by id limit 20`,
      )
      for (const [place, { email }] of owners.entries())
        await mailer.send({
          site,
          key: `webhook-stopped:${id}:${revision}:${place}`,
          ...addressedTo(settings.mail, email),
          ...webhookStopped(
            { shop: emailBrandingOf(settings, origin), email },
            { name, to: url, url: `${origin}/admin/developers/webhooks` },
          ),
        })
      await database.query(sql`update webhook set told_at = ${clock.now()} where site = ${site} and id = ${id}`)
    }
  }

  const runner = webhookRunner({ ...reads, database, clock, real, outbound, wrap, tellStopped, report })
  return {
    operations: { ...webhookOperations({ outbound, wrap }), ...webhookDeliveryOperations(reads) },
    eachMinute: [{ queue: 'webhooks', every: everyMinute, run: () => runner.run() }] satisfies AreaJobs['eachMinute'],
    tables,
    runner,
  }
}
