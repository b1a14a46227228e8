import { apiKey } from '@vitrine/client'
import { developers, exports, newsletterManagement, productImports, storeClock, systemChecks, webhooks } from '@vitrine/client/back-office'
import { type ClientOf, createClient } from '@vitrine/client/modular'
import { CannotDo, type Given, textOf, WrongUse } from './command.ts'

const modules = { developers, exports, newsletterManagement, productImports, storeClock, systemChecks, webhooks }
export type Shop = ClientOf<typeof modules>

/** Options of every command that calls a running shop. */
export const shopOptions = { url: { type: 'string' }, key: { type: 'string' } } as const
export const shopUsage = `
  --url ADDRESS   where the shop answers; VITRINE_URL, else http://localhost:3000
  --key KEY       an API key of the shop; VITRINE_API_KEY, else VITRINE_ADMIN_API_KEY`

export function urlOf(given: Given): string {
  const text = textOf(given, 'url') ?? given.env['VITRINE_URL'] ?? 'http://localhost:3000'
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new WrongUse(`${text} is no address: it begins with http:// or https://`)
  return text.replace(/\/+$/, '')
}

/** The shop of a command, with its key. */
export function shopOf(given: Given): Shop {
  const key = textOf(given, 'key') ?? given.env['VITRINE_API_KEY'] ?? given.env['VITRINE_ADMIN_API_KEY']
  if (!key) throw new CannotDo('There is no API key: create one in the admin under Developers, and set VITRINE_API_KEY or --key.')
  return createClient({ baseUrl: urlOf(given), auth: apiKey(key), modules, retries: 1 })
}
