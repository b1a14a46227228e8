import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import * as published from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as media from '@vitrine/client/media'
import * as member from '@vitrine/client/member'
import * as modular from '@vitrine/client/modular'
import * as modules from '@vitrine/client/modules'
import { webMethodHandler } from '@vitrine/client/web-method-handler'
import * as web from '@vitrine/client/web-methods'
import * as webhooks from '@vitrine/client/webhooks'
import { generatePkce } from '../src/pkce.ts'
import { recording, withTokens } from './recording.ts'

/** The `@example` of each doc comment, with the file and the name it stands over. */
async function examples() {
  const folder = new URL('../src/', import.meta.url)
  const found: { of: string; code: string }[] = []
  for (const file of (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'))) {
    const source = await readFile(new URL(file, folder), 'utf8')
    for (const [, comment, name] of source.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\nexport (?:async )?(?:function\*?|class|const) (\w+)/g,
    )) {
      const [, example] = comment!.split(/(?<=\s)@example/)
      if (example) found.push({ of: `${file} ${name}`, code: example.replace(/^[ \t]*\* ?/gm, '') })
    }
  }
  return found
}

const { fetch } = recording(
  withTokens(({ url }) => ({
    body: url.includes('/products/')
      ? { products: [{ stock: { inStock: true } }], metadata: { total: 1 } }
      : {
          cart: {},
          page: { id: '0190d2a0-0000-7000-8000-000000000003' },
          returnability: { reasons: ['Does not fit'], lines: [{ lineItemId: '0190d2a0-0000-7000-8000-000000000005', returnable: 1 }] },
          return: { revision: '2' },
        },
  })),
)

const key = Buffer.from('slow mornings, 1 cup')
/** A request of a webhook, signed with that key now. */
function delivered() {
  const body = JSON.stringify({
    type: 'wix.ecom.v1.order_approved',
    identity: {},
    data: { entityFqdn: 'order', actionEvent: { body: { order: {} } } },
  })
  const [id, timestamp] = ['0190d2a0-0000-7000-8000-000000000007', String(Math.floor(Date.now() / 1000))]
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  return new Request('https://shop.example/hook', { method: 'POST', headers, body })
}

for (const { of, code } of await examples()) {
  test(`the example of ${of} runs`, async () => {
    const said: unknown[] = []
    const from = code.includes('@vitrine/client/modular') ? { ...published, ...modular } : published
    const connected: typeof modular.createClient = (connection) => from.createClient({ ...connection, fetch })
    const scope: Record<string, unknown> = {
      ...published,
      ...web,
      ...media,
      ...webhooks,
      generatePkce,
      webMethodHandler,
      memberLogin: (options: member.MemberLoginOptions) => member.memberLogin({ ...options, fetch }),
      webMethods: (file: string, connection: web.WebMethodConnection) => web.webMethods(file, { ...connection, fetch }),
      createClient: connected,
      modules,
      baseUrl: 'https://shop.example',
      auth: published.visitor({ clientId: 'app' }),
      clientId: 'app',
      siteId: 'site',
      id: '0190d2a0-0000-7000-8000-000000000006',
      lineItemId: '0190d2a0-0000-7000-8000-000000000005',
      lineItems: [],
      order: { id: '0190d2a0-0000-7000-8000-000000000004' },
      product: { id: '0190d2a0-0000-7000-8000-000000000001', name: 'Morning Mug' },
      storesApp: '215238eb-22a5-4c36-9e7b-e7c08025e04e',
      variantId: '0190d2a0-0000-7000-8000-000000000002',
      email: 'ada@example.com',
      password: 'slow mornings, 1 cup',
      secret: `whsec_${key.toString('base64')}`,
      request: delivered(),
      pack: (thing: unknown) => said.push(thing),
      greetings: {},
      say: (words: unknown) => said.push(words),
      show: (thing: unknown) => said.push(thing),
    }
    if (!code.includes('const client'))
      scope.client = of.startsWith('back-office/')
        ? published.createClient({ baseUrl: 'https://shop.example', fetch, modules: { ...backOffice } })
        : published.createClient({ baseUrl: 'https://shop.example', fetch })
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor
    const run = new AsyncFunction(
      ...Object.keys(scope),
      `return (${stripTypeScriptTypes(`async () => { ${code.replace(/^import .*$|^export /gm, '')} }`)})()`,
    )
    await run(...Object.values(scope))
  })
}

test('there are examples to run', async () => {
  const names = (await examples()).map(({ of }) => of.split(' ')[1])
  for (const name of [
    'createClient',
    'visitor',
    'apiKey',
    'Refused',
    'attempt',
    'each',
    'memberLogin',
    'webMethod',
    'webMethods',
    'webMethodHandler',
  ])
    assert.ok(names.includes(name), `${name} has no example`)
})
