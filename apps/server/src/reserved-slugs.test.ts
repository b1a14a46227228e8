import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { contract, type Operation } from '@vitrine/contract'
import { reservedSlugs } from '@vitrine/platform/shop/pages/reserved-slugs'

test('no page of a merchant stands at an address of the storefront, of the API or of the server', async () => {
  const routes = await readFile(new URL('../../storefront/app/routes.ts', import.meta.url), 'utf8')
  const storefront = [...routes.matchAll(/route\('([\w-]+)[/']/g)].map((match) => match[1]!)
  assert.ok(storefront.length > 20)
  const api = Object.entries<Operation>(contract).flatMap(([line, { aliases = [] }]) => [line.slice(line.indexOf(' ') + 1), ...aliases])
  const server = ['/admin', '/api', '/assets', '/health', '/inbox', '/media', '/video', '/reference', '/uploads', '/downloads', '/sitemaps']
  const first = [...storefront, ...[...api, ...server].map((path) => path.split('/')[1]!)]
  // Routes under `account` are named by their own last part there.
  const nested = new Set([
    'orders',
    'returns',
    'profile',
    'addresses',
    'security',
    'subscriptions',
    'emails',
    'alerts',
    'close',
    'community',
  ])
  const slugs = new Set(first.filter((name) => /^[a-z0-9-]+$/.test(name) && !nested.has(name)))
  assert.deepEqual(
    [...slugs].filter((slug) => !reservedSlugs.has(slug)),
    [],
  )
})
