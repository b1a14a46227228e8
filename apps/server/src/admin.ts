import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Dispatch } from './mount-api.ts'

const build = resolve(import.meta.dirname, '../../admin/build')

/** Their names carry their content. */
export const adminAssets = resolve(build, 'assets')

export const adminIsBuilt = (): boolean => existsSync(resolve(build, 'index.html'))

/** Only our own scripts run and no page may frame the admin. The admin frames only the shop, calls only this server, and loads pictures and films only from the shop. */
const policyAt = (origin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: ${origin}`,
    `media-src 'self' ${origin}`,
    "connect-src 'self'",
    // The shop itself, with a look that is tried.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const headersAt = (origin: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': policyAt(origin),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
})

/** The merchant's page: one for all addresses below `/admin`, whose script finds out the rest. */
export async function adminDispatch(origin: string): Promise<Dispatch> {
  const headers = headersAt(origin)
  const page = await readFile(resolve(build, 'index.html'))
  return async (_, reply) => reply.headers(headers).send(page)
}
