/** Signing in through a frame that nobody sees, in a page made of what the frame needs. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { inMemory, noTokens, visitor } from '@vitrine/client'
import { memberLogin } from '@vitrine/client/member'
import { createClient } from '@vitrine/client/modular'
import { recording, refusal, withTokens } from './recording.ts'

const shop = 'https://shop.test'

interface Frame {
  readonly style: { display?: string }
  src: string
  remove(): void
}
/** What stands in the page, and who listens to it. */
let frames: Frame[]
let listeners: Set<(event: { data: unknown; origin: string }) => void>

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-11-21T12:00:00Z') })
  frames = []
  listeners = new Set()
  Object.assign(globalThis, {
    document: {
      createElement(name: string): Frame {
        assert.equal(name, 'iframe')
        const frame: Frame = { style: {}, src: '', remove: () => void (frames = frames.filter((one) => one !== frame)) }
        return frame
      },
      body: { append: (frame: Frame) => void frames.push(frame) },
    },
    addEventListener: (type: string, hear: never) => void (type === 'message' && listeners.add(hear)),
    removeEventListener: (type: string, hear: never) => void (type === 'message' && listeners.delete(hear)),
  })
})
afterEach(() => {
  mock.timers.reset()
  for (const name of ['document', 'addEventListener', 'removeEventListener']) Reflect.deleteProperty(globalThis, name)
})

const say = (data: unknown, origin = shop) => {
  for (const hear of listeners) hear({ data, origin })
}
/** Waits until so many frames stand in the page. */
const status = async (count = 1) => {
  while (frames.length < count) await new Promise(setImmediate)
}
const turns = async () => {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate)
}

function setUp(no?: ReturnType<typeof refusal>) {
  const grant = withTokens((request) => {
    if (no) return no
    const { authRequest, prompt } = JSON.parse(request.body!).auth
    const asked = new URLSearchParams({ state: authRequest.state, prompt, response_mode: authRequest.responseMode })
    return { body: { redirectSession: { fullUrl: `${shop}/oauth2/authorize?${asked}` } } }
  })
  const { fetch, sent } = recording(grant)
  const client = createClient({ baseUrl: shop, fetch, modules: {}, auth: visitor({ clientId: 'app-1', tokens: inMemory() }) })
  const bodies = (path: string) => sent.filter(({ url }) => url.endsWith(path)).map(({ body }) => JSON.parse(body!))
  return {
    login: memberLogin({ baseUrl: shop, fetch, clientId: 'app-1', session: client.auth }),
    asked: () => bodies('/redirect-session').map(({ auth }) => auth),
    exchanged: () => bodies('/oauth2/token').filter(({ grantType }) => grantType === 'authorization_code'),
  }
}
const stateOf = (frame: Frame | undefined) => new URL(frame!.src).searchParams.get('state')!
const nothingIsLeft = () => assert.deepEqual([frames, listeners.size], [[], 0])

test('the frame is hidden, asks without a question, and its message brings the tokens; then nothing of it is left', async () => {
  const { login, asked, exchanged } = setUp()
  const tokens = login.getMemberTokensForDirectLogin('session-1')
  await status()
  assert.equal(frames.length, 1)
  assert.equal(frames[0]!.style.display, 'none')
  const { authRequest, prompt } = asked()[0]
  const { codeChallenge, codeChallengeMethod, responseMode, responseType, scope, sessionToken, redirectUri } = authRequest
  assert.deepEqual(
    [prompt, responseMode, responseType, scope, codeChallengeMethod, sessionToken, redirectUri],
    ['none', 'web_message', 'code', 'offline_access', 'S256', 'session-1', undefined],
  )
  say({ code: 'code-1', state: stateOf(frames[0]) })
  assert.equal((await tokens).refreshToken.role, 'member')
  const [{ code, codeVerifier, redirectUri: alsoNone }] = exchanged()
  assert.deepEqual([code, alsoNone], ['code-1', undefined])
  assert.equal(createHash('sha256').update(codeVerifier).digest('base64url'), codeChallenge)
  nothingIsLeft()
  mock.timers.tick(120_000)
})

test("'OAuth flow timed out' after 120 seconds and not before; then nothing of the frame is left", async () => {
  const { login, exchanged } = setUp()
  let ended: unknown
  const silent = login.getMemberTokensSilently().catch((error: unknown) => (ended = error))
  await status()
  mock.timers.tick(119_999)
  await turns()
  assert.deepEqual([ended, frames.length, listeners.size], [undefined, 1, 1])
  const state = stateOf(frames[0])
  mock.timers.tick(1)
  await silent
  assert.deepEqual(String(ended), 'Error: OAuth flow timed out')
  nothingIsLeft()
  say({ code: 'late', state })
  await turns()
  assert.deepEqual(exchanged(), [], 'who comes late is not heard')
})

test('another state, another origin and what is no answer are not heard', async () => {
  const { login, exchanged } = setUp()
  const tokens = login.getMemberTokensSilently()
  await status()
  const state = stateOf(frames[0])
  say({ code: 'forged', state: 'another' })
  say({ code: 'forged' })
  for (const origin of ['https://evil.test', 'http://shop.test', 'https://shop.test:8443', 'null']) say({ code: 'forged', state }, origin)
  for (const data of [undefined, null, 'text', 7, []]) say(data)
  await turns()
  assert.deepEqual([exchanged(), frames.length], [[], 1])
  say({ code: 'right', state })
  await tokens
  assert.deepEqual(
    exchanged().map(({ code }) => code),
    ['right'],
  )
})

test('of two frames at once each hears its own', async () => {
  const { login, exchanged } = setUp()
  const both = [login.getMemberTokensSilently(), login.getMemberTokensSilently()]
  await status(2)
  const [first, second] = frames.map(stateOf)
  assert.notEqual(first, second)
  say({ code: 'of the second', state: second })
  say({ code: 'of the first', state: first })
  await Promise.all(both)
  assert.deepEqual(new Set(exchanged().map(({ code }) => code)), new Set(['of the first', 'of the second']))
  nothingIsLeft()
})

test('an error of the page is the caller’s; a message without a code is none', async () => {
  for (const [message, expected] of [
    [{ error: 'login_required' }, 'login_required'],
    [{}, 'Missing code or _state'],
  ] as const) {
    const { login, exchanged } = setUp()
    const tokens = login.getMemberTokensSilently()
    await status()
    say({ ...message, state: stateOf(frames[0]) })
    await assert.rejects(tokens, { message: expected })
    assert.deepEqual(exchanged(), [])
    nothingIsLeft()
  }
})

test('where the shop leads nobody to a frame there is none', async () => {
  const { login } = setUp(refusal(400, 'INVALID_CLIENT'))
  await assert.rejects(login.getMemberTokensSilently(), { code: 'INVALID_CLIENT' })
  nothingIsLeft()
})

test("back from the hosted pages: 'Invalid _state' for a state that is not ours, before anything is sent; 'Missing code or _state' without", async () => {
  const { login, exchanged } = setUp()
  const saved = await login.generateOAuthData('https://app.test/in', 'https://app.test/bag')
  await assert.rejects(login.getMemberTokens('code', 'of somebody else', saved), { message: 'Invalid _state' })
  for (const [code, state] of [
    ['', saved.state],
    ['code', ''],
  ] as const)
    await assert.rejects(login.getMemberTokens(code, state, saved), { message: 'Missing code or _state' })
  assert.deepEqual(exchanged(), [])
  assert.equal((await login.getMemberTokens('code', saved.state, saved)).refreshToken.role, 'member')
})

test('logging out forgets both tokens, role none, whatever becomes of the address', async () => {
  const tokens = inMemory({ accessToken: { value: 'a', expiresAt: 4e9 }, refreshToken: { value: 'r', role: 'member' } })
  const { fetch, sent } = recording(() => ({ body: { redirectSession: { fullUrl: `${shop}/oauth2/logout` } } }))
  const client = createClient({ baseUrl: shop, fetch, modules: {}, auth: visitor({ clientId: 'app-1', tokens }) })
  const login = memberLogin({ baseUrl: shop, fetch, clientId: 'app-1', session: client.auth })
  assert.equal(await login.loggedIn(), true)
  assert.deepEqual(await login.logout('https://app.test/bye'), { logoutUrl: `${shop}/oauth2/logout` })
  assert.deepEqual(JSON.parse(sent[0]!.body!), { logout: { clientId: 'app-1' }, callbacks: { postFlowUrl: 'https://app.test/bye' } })
  assert.deepEqual([await tokens.get(), await login.loggedIn()], [noTokens, false])
})

test('a verifier has 43 to 128 characters of those that are allowed, 43 by itself', async () => {
  const { generatePkce } = await import('../src/pkce.ts')
  assert.match((await generatePkce()).codeVerifier, /^[\w.~-]{43}$/)
  assert.match((await generatePkce(128)).codeVerifier, /^[\w.~-]{128}$/)
  for (const length of [42, 129, Number.NaN]) await assert.rejects(generatePkce(length), RangeError)
})
