import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from './buyer.ts'
import { emailsTo } from './mailbox.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { newVisitor } from './wire.ts'

/** Gives an address as somebody who is no member. */
export async function giveAddress(shop: TestPlatform, email: string, said: { place?: string; page?: string } = {}) {
  const client = newBuyer(shop)
  await client.newsletter.subscribe({ email, ...said })
  await shop.platform.jobs.settle()
  return client
}

/** The token in the last email about the newsletter to an address; undefined where none went. */
export async function newsletterToken(shop: TestPlatform, email: string): Promise<string | undefined> {
  const messages = await emailsTo(shop, email)
  const found = messages.map(({ text }) => /newsletter\/confirm\?token=([^\s)]+)/.exec(text)?.[1]).find((token) => token !== undefined)
  return found && decodeURIComponent(found)
}

export async function subscriberId(shop: TestPlatform, email: string): Promise<string> {
  const [row] = await shop.platform.database.query<{ id: string }>(
    sql`select id from newsletter_subscriber where site = ${shop.site} and email_key = ${email} and email_key is not null`,
  )
  return row!.id
}

/** The writes of the newsletter, each about an address of its own. */
export function newsletterWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const given = async () => {
    const email = `${newId()}@example.com`
    await giveAddress(shop, email)
    return email
  }
  const byVisitor = async (body: object) => ({ params: {}, body, token: (await newVisitor(shop)).token })
  return {
    'POST /vitrine/v1/newsletter/subscriptions': async () => byVisitor({ email: `${newId()}@example.com`, place: 'footer' }),
    'POST /vitrine/v1/newsletter/link/confirm': async () => byVisitor({ token: await newsletterToken(shop, await given()) }),
    'POST /vitrine/v1/newsletter/link/unsubscribe': async () => byVisitor({ token: await newsletterToken(shop, await given()) }),
    'POST /vitrine/v1/newsletter/subscribers/{id}/unsubscribe': async () => ({
      params: { id: await subscriberId(shop, await given()) },
      body: {},
    }),
    'PATCH /vitrine/v1/newsletter/settings': async () => ({ params: {}, body: { settings: { title: 'A letter now and then' } } }),
  }
}
