import { apiKey, createClient } from '@vitrine/client'
import type { InboxLetter } from '@vitrine/contract'
import type { TestPlatform } from './platform.ts'

/** The letters that somebody got, the latest first. */
export async function lettersTo(shop: TestPlatform, email: string): Promise<readonly InboxLetter[]> {
  await shop.platform.jobs.settle()
  const { inbox } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const { messages } = await inbox.listMessages({ limit: 100 })
  const mine = messages.filter(({ to }) => to.includes(email))
  return Promise.all(mine.map(async ({ id }) => (await inbox.getMessage({ id })).message))
}

/** The six figures of the latest letter to somebody. */
export async function codeFor(shop: TestPlatform, email: string): Promise<string> {
  const [letter] = await lettersTo(shop, email)
  const [, first, second] = /\b(\d{3}) (\d{3})\b/.exec(letter?.text ?? '') ?? []
  if (!first) throw new Error(`no code in ${letter?.subject ?? 'no letter'} to ${email}`)
  return `${first}${second}`
}
