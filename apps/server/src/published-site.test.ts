import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type ServedShop, serveShop } from './test/served-shop.ts'

let served: ServedShop
before(async () => {
  served = await serveShop()
})
after(() => served[Symbol.asyncDispose]())

interface Body {
  readonly message?: string
  readonly details?: { readonly applicationError?: { readonly code?: string; readonly description?: string; readonly data?: object } }
}

async function ask(line: string, headers: Readonly<Record<string, string>> = {}, body?: object) {
  const [method = '', path = ''] = line.split(' ')
  const answer = await fetch(served.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : {}) as Body, text }
}

suite('what a published site finds here', () => {
  test('no scripts of others, in any of the three lists', async () => {
    for (const path of ['', '/essentials', '/metadata']) {
      const { status, body, headers } = await ask(`GET /assets/scripts/v1/site-scripts${path}`)
      assert.deepEqual([status, body], [200, { siteScripts: [] }], path)
      assert.equal(headers.get('access-control-allow-origin'), '*')
    }
  })

  test('404 WDE0025 for a data collection, by GET and by POST', async () => {
    for (const answer of [
      await ask('GET /wix-data/v2/items/query?dataCollectionId=Stories&query.paging.limit=5'),
      await ask('POST /wix-data/v2/items/query', {}, { dataCollectionId: 'Stories', query: { filter: {} } }),
    ]) {
      assert.equal(answer.status, 404)
      const { code, description, data } = answer.body.details!.applicationError!
      assert.deepEqual([code, data], ['WDE0025', { dataCollectionId: 'Stories' }])
      assert.match(description!, /WDE0025/)
    }
  })

  test('ROUTE_NOT_FOUND in the wire’s form with CORS at every prefix, also where files and pages lie', async () => {
    const token = { authorization: 'none' }
    const json = { accept: 'application/json' }
    for (const prefix of [
      'nothing/v1',
      'assets',
      'assets/scripts/v2',
      'admin/v1',
      'media',
      'video',
      'files/v1/x',
      'downloads',
      'invoices/v1/x',
    ])
      for (const [line, headers] of [
        [`GET /${prefix}/nothing-there`, token],
        [`GET /${prefix}/nothing-there`, json],
        [`POST /${prefix}/nothing-there`, json],
        [`DELETE /${prefix}/nothing-there`, token],
      ] as const) {
        const { status, headers: answered, body } = await ask(line, headers)
        assert.deepEqual([status, body.details?.applicationError?.code], [404, 'ROUTE_NOT_FOUND'], `${line} ${JSON.stringify(headers)}`)
        assert.equal(answered.get('access-control-allow-origin'), '*', line)
      }
  })

  test('a fixed word that is no id: 405 METHOD_NOT_ALLOWED with what it takes', async () => {
    const { status, headers } = await ask('GET /ecom/v1/orders/search', { authorization: served.shop.apiKey })
    assert.deepEqual([status, headers.get('allow')], [405, 'OPTIONS, POST'])
  })

  test('an element with the id SITE_CONTAINER on every hosted page', async () => {
    for (const path of ['/', '/products', '/cart', '/login', '/nowhere'])
      assert.match((await ask(`GET ${path}`)).text, /<body id="SITE_CONTAINER"/, path)
  })
})
