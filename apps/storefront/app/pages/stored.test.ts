import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { stored } from './stored.ts'

const app = join(import.meta.dirname, '..')

test('the page about cookies names whatever code of the storefront stores in a browser, and nothing else', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: app })
    .filter((file) => !/\.test\.ts$|^pages\/stored/.test(file))
    .map((file) => readFileSync(join(app, file), 'utf8'))
  // Names stand as constants beside what makes the cookie.
  const cookies = sources
    .filter((text) => /cookie/i.test(text) && /^const [A-Z_]+ = '[a-z-]+'$/m.test(text))
    .flatMap((text) =>
      [...text.matchAll(/^const (?:COOKIE|NAME|STEP|DEVICE|SIGNED_IN|ASKED|ACCOUNTS|ACCOUNTS_UNTIL_CLOSED) = '([a-z-]+)'$/gm)].map(
        (match) => match[1]!,
      ),
    )
  const named = (where: string) => stored.filter((one) => one.where === where).map(({ name }) => name)
  assert.deepEqual(cookies.toSorted(), named('Cookie').toSorted())
  const stores = sources.filter((text) => /localStorage\.setItem|sessionStorage\.setItem|document\.cookie\s*=|indexedDB\.open/.test(text))
  const keysOf = (storage: string) =>
    stores
      .filter((text) => text.includes(`${storage}.setItem`))
      .map((text) => /(?:=> `|const key = ')([a-z-]+)/.exec(text)?.[1])
      .toSorted()
  const [local, session] = [keysOf('localStorage'), keysOf('sessionStorage')]
  assert.equal(local.length + session.length, stores.length, 'something is stored whose name the page does not know')
  assert.deepEqual(local, named('Local storage').toSorted())
  assert.deepEqual(session, named('Session storage').toSorted())
})
