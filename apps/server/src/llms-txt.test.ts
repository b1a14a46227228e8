import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contract } from '@vitrine/contract'
import { type ServedShop, serveShop } from './test/served-shop.ts'

let served: ServedShop
before(async () => {
  served = await serveShop()
})
after(() => served[Symbol.asyncDispose]())

test('it names every operation of the contract once by its domain, and each of its links answers', async () => {
  const answer = await fetch(`${served.url}/llms.txt`)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  const text = await answer.text()
  const counts = [...text.matchAll(/^- .+ \((\d+) operations\): .+$/gm)].map(([, count]) => Number(count))
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    Object.keys(contract).length,
  )
  const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link.replace(served.shop.url, served.url))
  assert.equal(links.length, 4)
  for (const link of links) assert.equal((await fetch(link, { headers: { accept: 'text/html' } })).status, 200, link)
})

test('what it says about tokens, writes and refusals is true', async () => {
  const token = await fetch(`${served.url}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grantType: 'anonymous', clientId: served.shop.clientId }),
  })
  const { refresh_token: refreshToken } = (await token.json()) as { refresh_token: string }
  const renewed = await fetch(`${served.url}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grantType: 'refresh_token', clientId: served.shop.clientId, refreshToken }),
  })
  const { access_token: authorization } = (await renewed.json()) as { access_token: string }
  const refused = await fetch(`${served.url}/ecom/v1/carts/current`, { headers: { authorization } })
  const { details } = (await refused.json()) as { details: { applicationError: { code: string } } }
  assert.deepEqual([refused.status, details.applicationError.code], [404, 'OWNED_CART_NOT_FOUND'])
})
