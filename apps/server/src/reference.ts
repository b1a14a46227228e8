import { readFileSync } from 'node:fs'
import type { OpenApi } from '@vitrine/contract/openapi'
import { developerHeaders, developerPolicy, sourceOf } from './developer-pages.ts'
import { browse } from './reference/browser.ts'
import { print } from './reference/page.ts'

const style = ['reference', 'operations'].map((name) => readFileSync(new URL(`./reference/${name}.css`, import.meta.url), 'utf8')).join('')
const script = `(${browse.toString()})()`

/** The page runs one script and one style, its own, and talks to its own origin. */
export const referenceHeaders = {
  ...developerHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': developerPolicy({
    'script-src': sourceOf(script),
    'style-src': sourceOf(style),
    'img-src': "'self' data:",
  }),
} as const

const pages = new WeakMap<OpenApi, string>()

/** The printed contract as a page to read and to try; made once for a document. */
export function referencePage(document: OpenApi): string {
  const page = pages.get(document) ?? print(document, { style, script })
  pages.set(document, page)
  return page
}
