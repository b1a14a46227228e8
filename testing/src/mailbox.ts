import { apiKey, createClient } from '@vitrine/client'
import type { InboxEmail } from '@vitrine/contract'
import type { TestPlatform } from './platform.ts'

/** The emails that somebody got, the latest first. */
export async function emailsTo(shop: TestPlatform, email: string): Promise<readonly InboxEmail[]> {
  await shop.platform.jobs.settle()
  const { inbox } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const { messages } = await inbox.listMessages({ limit: 100 })
  const mine = messages.filter(({ to }) => to.includes(email))
  return Promise.all(mine.map(async ({ id }) => (await inbox.getMessage({ id })).message))
}

/** The six figures of the latest email to somebody. */
export async function codeFor(shop: TestPlatform, email: string): Promise<string> {
  const [message] = await emailsTo(shop, email)
  const [, first, second] = /\b(\d{3}) (\d{3})\b/.exec(message?.text ?? '') ?? []
  if (!first) throw new Error(`no code in ${message?.subject ?? 'no email'} to ${email}`)
  return `${first}${second}`
}
