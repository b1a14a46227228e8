import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mailer } from './mailer.ts'
import { mailOperations } from './operations.ts'
import { inboxPages } from './routes.ts'

let db: Database
const site = newId()
const noon = new Date('2026-11-21T12:00:00Z')
const evil = '"><script>alert(1)</script>'

before(async () => {
  db = await connectedDatabase()
  await openSite(db, site)
})
after(() => db?.close())

const pages = () => inboxPages({ db, origin: 'https://morrow.example', timeZone: async () => 'Europe/Berlin', now: () => noon })
const fetched = (path: string, method = 'GET') => pages()({ site, method, path })
async function get(path: string, method?: string) {
  const { body, ...answer } = await fetched(path, method)
  return { ...answer, body: String(body) }
}
const scope = {
  caller: { kind: 'anyone' },
  site,
  get db() {
    return db
  },
  now: noon,
  requestId: 'r',
} as never

describe('the pages of the inbox', () => {
  test('200 before the first email says how to get one', async () => {
    const { status, body, headers } = await get('/inbox')
    assert.equal(status, 200)
    assert.match(body, /Nothing yet\. Place an order/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(headers['content-security-policy']!, /^default-src 'none'/)
  })

  test('200 lists emails and shows each as an email, on a phone and as text, with nothing of it run', async () => {
    const send = mailer({ db, now: () => noon, domain: 'morrow.example', inbox: true, noteActivity: async () => {}, report: () => {} }).send
    await send({
      site,
      key: 'a',
      from: 'Morrow <shop@morrow.example>',
      to: evil,
      subject: evil,
      html: `<html><head></head><body>${evil}</body></html>`,
      text: `Morrow\n\n${evil}`,
    })
    const list = await get('/inbox')
    assert.doesNotMatch(list.body, /<script/)
    assert.match(list.body, /One email that the shop would have sent/)
    assert.match(list.body, /Today, 13:00/)
    const [, href] = /href="(\/inbox\/[0-9a-f-]{36})"/.exec(list.body)!
    const shown = await get(href!)
    assert.equal(shown.status, 200)
    assert.doesNotMatch(shown.body, /<script/)
    assert.match(
      shown.body,
      /<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" src="\/inbox\/[0-9a-f-]{36}\/email"/,
    )
    assert.match((await get(`${href}?view=phone`)).body, /<main class="phone">/)
    const text = await get(`${href}?view=text`)
    assert.match(text.body, /<pre tabindex="0">Morrow\n\n&quot;&gt;&lt;script/)
    const email = await get(`${href}/email`)
    assert.match(email.body, /^<html><head><base target="_blank">/)
    const policy = email.headers['content-security-policy']!
    assert.match(policy, /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
    assert.doesNotMatch(policy, /allow-scripts|script-src|allow-same-origin/)
    assert.match(policy, /img-src 'self' https:\/\/morrow\.example data:;/)
  })

  test('its fonts come from itself, and its pages may load them', async () => {
    const { body, headers } = await get('/inbox')
    assert.match(headers['content-security-policy']!, /font-src 'self'/)
    const [...asked] = body.matchAll(/url\((\/inbox\/faces\/[^)]+)\)/g)
    assert.equal(asked.length, 2)
    for (const [, path] of asked) {
      const face = await fetched(path!)
      assert.equal(face.status, 200)
      assert.equal(face.headers['content-type'], 'font/woff2')
      assert.equal(Buffer.from(face.body).toString('latin1', 0, 4), 'wOF2')
    }
    for (const path of ['/inbox/faces/other.woff2', '/inbox/faces', '/inbox/faces/constructor', '/inbox/faces/fraunces.woff2/x'])
      assert.equal((await get(path)).status, 404, path)
  })

  test('404 for what is not there, 405 for writes', async () => {
    for (const path of [`/inbox/${newId()}`, '/inbox/x', '/inbox/x/y/z', `/inbox/${newId()}/email`, `/inbox/${newId()}/other`])
      assert.equal((await get(path)).status, 404, path)
    assert.equal((await get('/inbox', 'POST')).status, 405)
    assert.equal((await get('/inbox?page=99')).status, 200)
    assert.equal((await pages()({ site: newId(), method: 'GET', path: '/inbox' })).body.includes('Nothing yet'), true)
  })
})

type Call = (input: object, scope: never) => Promise<unknown>
function operations(inboxIsOn: boolean): { readonly list: Call; readonly read: Call } {
  const handlers = mailOperations({ inboxIsOn })
  return { list: handlers['GET /vitrine/v1/inbox'] as Call, read: handlers['GET /vitrine/v1/inbox/{id}'] as Call }
}

describe('the operations of the inbox', () => {
  const { list, read } = operations(true)

  test('200 lists with a preview, and reads one whole', async () => {
    const answer = (await list({ limit: 50, offset: 0 }, scope)) as {
      messages: { id: string; preview: string; to: string[] }[]
      total: number
    }
    assert.equal(answer.total, 1)
    assert.deepEqual([answer.messages[0]!.preview, answer.messages[0]!.to], [evil, [evil]])
    const { message } = (await read({ id: answer.messages[0]!.id }, scope)) as {
      message: { text: string; html: string; createdDate: string }
    }
    assert.equal(message.createdDate, noon.toISOString())
    assert.match(message.text, /^Morrow/)
    assert.match(message.html, /<body>/)
  })

  test('404 MESSAGE_NOT_FOUND, and 404 INBOX_OFF where mail is really sent', async () => {
    for (const id of [newId(), 'x']) {
      const answer = await read({ id }, scope)
      assert.ok(answer instanceof Refusal && answer.code === 'MESSAGE_NOT_FOUND')
    }
    const off = operations(false)
    const answers = [await off.list({ limit: 1, offset: 0 }, scope), await off.read({ id: newId() }, scope)]
    for (const answer of answers) assert.ok(answer instanceof Refusal && answer.code === 'INBOX_OFF')
  })
})
