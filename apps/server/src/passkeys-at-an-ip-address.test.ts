import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ServedShop, serveShop } from './test/served-shop.ts'

/** The address of this shop is 127.0.0.1: passkeys belong to names. */
let served: ServedShop
before(async () => {
  served = await serveShop()
})
after(async () => {
  await served[Symbol.asyncDispose]()
  assert.deepEqual(served.shop.faults, [])
  assert.deepEqual(served.logged, [])
})

const post = (path: string, fields: Readonly<Record<string, string>> = {}) =>
  fetch(served.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('the sign-in says that there are none, and its page offers none', async () => {
  const answer = await fetch(`${served.url}/vitrine/v1/sign-in`)
  const { signIn } = (await answer.json()) as { signIn: { methods: { passkey: boolean } } }
  assert.equal(signIn.methods.passkey, false)
  const page = await fetch(`${served.url}/login`)
  assert.equal(page.status, 200)
  const html = await page.text()
  assert.match(html, /name="password"/)
  assert.doesNotMatch(html, /With a passkey|webauthn/)
})

test('registration and sign-in lead to the account, not to the question for a passkey', async () => {
  const known = { email: 'ip@example.com', password: 'two cups before the rain', touch: 'yes' }
  for (const path of ['/register', '/login']) {
    const answer = await post(path, known)
    assert.equal(answer.status, 303, path)
    assert.equal(answer.headers.get('location'), '/account')
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0])
    const question = await fetch(`${served.url}/passkey?to=/account`, { headers: { cookie: cookie.join('; ') }, redirect: 'manual' })
    assert.equal(question.status, 302)
    assert.equal(question.headers.get('location'), '/account')
  }
})

test('403 SIGN_IN_METHOD_OFF for POST /login/passkey, which is no fault of ours', async () => {
  const answer = await post('/login/passkey')
  assert.equal(answer.status, 403)
  assert.deepEqual(await answer.json(), { code: 'SIGN_IN_METHOD_OFF' })
})
