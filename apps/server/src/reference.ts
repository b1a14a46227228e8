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
  'content-security-policy': developerPolicy({
    'script-src': sourceOf(script),
    'style-src': sourceOf(style),
    'img-src': "'self' data:",
  }),
} as const

/** The printed contract as a page to read and to try. */
export const referencePage = (document: OpenApi): string => print(document, { style, script })
