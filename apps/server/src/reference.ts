import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OpenApi } from '@vitrine/contract/openapi'
import { browse } from './reference/browser.ts'
import { print } from './reference/page.ts'

const style = ['reference', 'operations'].map((name) => readFileSync(new URL(`./reference/${name}.css`, import.meta.url), 'utf8')).join('')
const script = `(${browse.toString()})()`
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page runs one script and one style, its own, and talks to its own origin. */
export const referenceHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const pages = new WeakMap<OpenApi, string>()

/** The printed contract as a page to read and to try; made once for a document. */
export function referencePage(document: OpenApi): string {
  const page = pages.get(document) ?? print(document, { style, script })
  pages.set(document, page)
  return page
}
