// How tries to sign in are counted, and whom that locks out: nobody whose password is right.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { hashing } from '@vitrine/platform/people/credentials/passwords'
import { attack } from '../src/attack.ts'
import { solvedCaptcha, visibleSiteKey } from '../src/captcha.ts'
import { type AtTheDoor, atTheDoor, figuresOf, hire, officeOf, setsUpSecondStep, signsIn, staffPassword } from '../src/colleague.ts'
import { asMember, enter, goodPassword, newEmail, ownPages, signInPolicy } from '../src/guest.ts'
import { codeFor, emailsTo } from '../src/mailbox.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newVisitor, type RawAnswer, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let visitors: string[]

before(async () => {
  shop = await startTestPlatform()
  await ownPages(shop)
  await signInPolicy(shop, {})
  visitors = await Promise.all(Array.from({ length: 20 }, async () => (await newVisitor(shop)).token))
})

after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const at = 200
const minute = 60_000
let addresses = 0
const anAddress = () => `10.40.${Math.floor(++addresses / 250)}.${addresses % 250}`

/** Somebody calls, from an address of the network, without a socket. */
const calls = (path: string, body: object, { address = anAddress(), token = visitors[addresses % visitors.length]! } = {}) =>
  send(shop, {
    method: 'POST',
    path,
    headers: { authorization: token, 'x-vitrine-peer': address, 'content-type': 'application/json' },
    body,
  })

const login = (email: string, password: string, more: object = {}, from: { address?: string } = {}) =>
  calls('/_api/iam/authentication/v2/login', { loginId: { email }, password, ...more }, from)
const answerOf = (answer: RawAnswer): string => (answer.status === 200 ? answer.json.state : refusalOf(answer))

function countOf(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

/** How many passwords are compared while something goes on. */
async function compared(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hear = (what: unknown) => {
    if (what === 'verify') count += 1
  }
  hashing.subscribe(hear)
  try {
    await work()
  } finally {
    hashing.unsubscribe(hear)
  }
  return count
}

async function member() {
  const email = newEmail()
  await calls('/_api/iam/authentication/v2/register', { loginId: { email }, password: goodPassword })
  return email
}
const captcha = async () => [{ Recaptcha: await solvedCaptcha(shop, await visibleSiteKey(shop)) }]

describe('members', () => {
  test(
    attack({
      area: 'Sign-in limits',
      tries: '200 wrong passwords of one member at once, each from another address',
      answer: 'at most five are judged, the others are 403 -19971, and none is a 5xx',
    }),
    async () => {
      const email = await member()
      let answers: string[] = []
      const judged = await compared(async () => {
        answers = (await Promise.all(Array.from({ length: at }, (_, i) => login(email, `guess ${i}`)))).map(answerOf)
      })
      assert.equal(judged, 5)
      assert.deepEqual(countOf(answers), { '-19976': 5, '-19971': at - 5 })
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: '200 wrong passwords at once where the shop asks suspicious sign-ins for a captcha',
      answer: 'three are judged without one, the others are 403 -19971',
    }),
    async () => {
      await signInPolicy(shop, { captcha: 'SUSPICIOUS' })
      const email = newEmail()
      const answers = (await Promise.all(Array.from({ length: at }, (_, i) => login(email, `guess ${i}`)))).map(answerOf)
      assert.deepEqual(countOf(answers), { '-19976': 3, '-19971': at - 3 })
      await signInPolicy(shop, {})
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: '200 wrong codes of an email at once, to sign in as its owner',
      answer: 'five are judged, then not even the right code counts',
    }),
    async () => {
      const email = await member()
      await calls('/vitrine/v1/sign-in/email-code', { email })
      const code = await codeFor(shop, email)
      const wrong = (i: number) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0')
      const use = (figures: string, more: object = {}) => login(email, '', { emailOtp: { code: figures }, ...more })
      const answers = (await Promise.all(Array.from({ length: at }, (_, i) => use(wrong(i))))).map(answerOf)
      assert.deepEqual(countOf(answers), { '-19976': 5, '-19971': at - 5 })
      assert.equal(answerOf(await use(code, { captchaTokens: await captcha() })), '-19976')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: '200 wrong codes at once, to verify an address with the state token of a registration',
      answer: 'all are 400 VERIFICATION_FAILED, five are compared, then the right code is refused as well',
    }),
    async () => {
      await signInPolicy(shop, { emailVerification: true })
      const email = newEmail()
      const { json } = await calls('/_api/iam/authentication/v2/register', { loginId: { email }, password: goodPassword })
      const code = await codeFor(shop, email)
      const verify = (figures: string) => calls('/_api/iam/verification/v1/auth/verify', { stateToken: json.stateToken, code: figures })
      const wrong = (i: number) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0')
      const answers = (await Promise.all(Array.from({ length: at }, (_, i) => verify(wrong(i))))).map(answerOf)
      assert.deepEqual(countOf(answers), { VERIFICATION_FAILED: at })
      assert.equal(answerOf(await verify(code)), 'VERIFICATION_FAILED')
      await signInPolicy(shop, {})
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: '200 wrong codes of a second proof at once, with the right password',
      answer: 'five are judged, the others are 429 TOO_MANY_REQUESTS',
    }),
    async () => {
      const email = await member()
      const me = asMember(shop, await enter(shop, (await login(email, goodPassword)).json))
      const { secret, setupToken } = await me.mySecurity.beginTotp()
      await me.mySecurity.confirmFactor({ setupToken, code: figuresOf(shop, secret) })
      const { json } = await login(email, goodPassword)
      const prove = (code: string) => calls('/_api/iam/authentication/v2/TOTP/verify', { stateToken: json.stateToken, totpData: { code } })
      const answers = (await Promise.all(Array.from({ length: at }, () => prove('000000')))).map(answerOf)
      assert.deepEqual(countOf(answers), { VERIFICATION_FAILED: 5, TOO_MANY_REQUESTS: at - 5 })
      shop.clock.advance(minute)
      assert.equal(answerOf(await prove(figuresOf(shop, secret))), 'SUCCESS')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: '100 guesses of the old password at once, in a session that somebody left open',
      answer: 'five are judged, the others are 429 TOO_MANY_REQUESTS, and another session of the member goes on',
    }),
    async () => {
      const email = await member()
      const [left, mine] = await Promise.all([1, 2].map(async () => enter(shop, (await login(email, goodPassword)).json)))
      const change = (token: string, oldPassword: string) =>
        calls('/vitrine/v1/members/my/password', { oldPassword, newPassword: 'kettle fox marble' }, { token })
      let answers: string[] = []
      const judged = await compared(async () => {
        answers = (await Promise.all(Array.from({ length: 100 }, (_, i) => change(left!.access, `guess ${i}`)))).map(answerOf)
      })
      assert.equal(judged, 5)
      assert.deepEqual(countOf(answers), { '-19976': 5, TOO_MANY_REQUESTS: 95 })
      assert.equal((await change(mine!.access, goodPassword)).status, 200)
    },
  )

  test('a right password gives its try back: signing in often asks for nothing', async () => {
    await signInPolicy(shop, { captcha: 'SUSPICIOUS' })
    const email = await member()
    const address = anAddress()
    for (let i = 0; i < 12; i++) assert.equal(answerOf(await login(email, goodPassword, {}, { address })), 'SUCCESS')
    await signInPolicy(shop, {})
  })

  test(
    attack({
      area: 'Sign-in limits',
      tries: 'to keep a member out with wrong passwords',
      answer: 'with a solved captcha the right password signs in, at once',
    }),
    async () => {
      const email = await member()
      for (let i = 0; i < 20; i++) await login(email, `guess ${i}`)
      assert.equal(answerOf(await login(email, goodPassword)), '-19971')
      assert.equal(answerOf(await login(email, goodPassword, { captchaTokens: [{ Recaptcha: 'x' }] })), '-19970')
      const captchaTokens = await captcha()
      assert.equal(answerOf(await login(email, 'a guess', { captchaTokens })), '-19976')
      assert.equal(answerOf(await login(email, goodPassword, { captchaTokens })), '-19970', 'a captcha is good for one try')
      assert.equal(answerOf(await login(email, goodPassword, { captchaTokens: await captcha() })), 'SUCCESS')
      assert.equal(answerOf(await login(email, 'wrong')), '-19976', 'and what was before is forgotten')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: 'to keep a member out with wrong passwords, on the device that they signed in with before',
      answer: 'the device has a count of its own: the right password signs in without a captcha',
    }),
    async () => {
      const email = await member()
      const address = anAddress()
      const { json } = await login(email, goodPassword)
      const deviceCookie: string = json.additionalData.deviceCookie.strValue
      const known = { clientMetaData: { deviceCookie } }
      for (let i = 0; i < 31; i++) await login(i < 10 ? email : newEmail(), `guess ${i}`, {}, { address })
      assert.equal(answerOf(await login(email, goodPassword, {}, { address })), '-19971')
      const entered = await login(email, goodPassword, known, { address })
      assert.equal(answerOf(entered), 'SUCCESS')
      assert.equal(answerOf(await login(email, goodPassword)), '-19971', 'that forgives nothing to others')

      // Whoever has the device has five tries as well, and its owner elsewhere another five.
      const answers = (await Promise.all(Array.from({ length: at }, (_, i) => login(email, `guess ${i}`, known)))).map(answerOf)
      assert.deepEqual(countOf(answers), { '-19976': 5, '-19971': at - 5 })
      const again = { clientMetaData: { deviceCookie: entered.json.additionalData.deviceCookie.strValue } }
      assert.equal(answerOf(await login(email, goodPassword, again)), '-19971', 'a renewed cookie is the same device')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: 'a forged device cookie, that of another member, and one from before the password was changed',
      answer: 'none of them has a count of its own',
    }),
    async () => {
      const email = await member()
      const cookieOf = async (whose: string, password = goodPassword): Promise<string> =>
        (await login(whose, password)).json.additionalData.deviceCookie.strValue
      const [mine, other] = [await cookieOf(email), await cookieOf(await member())]
      const me = asMember(shop, await enter(shop, (await login(email, goodPassword)).json))
      shop.clock.advance(1000)
      await me.mySecurity.changeMyPassword({ oldPassword: goodPassword, newPassword: 'kettle fox marble' })
      for (let i = 0; i < 5; i++) await login(email, `guess ${i}`)
      const [head, claims, seal] = mine.split('.') as [string, string, string]
      const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { is: object }
      const forged = `${head}.${Buffer.from(JSON.stringify({ ...said, is: { ...said.is, since: 0 } })).toString('base64url')}.${seal}`
      for (const deviceCookie of [mine, other, forged, 'x', ''])
        assert.equal(answerOf(await login(email, 'kettle fox marble', { clientMetaData: { deviceCookie } })), '-19971')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: 'to keep everybody behind one address out, with 31 wrong sign-ins from there',
      answer: 'others are asked for a captcha, and with it they sign in',
    }),
    async () => {
      const email = await member()
      const address = anAddress()
      const answers: string[] = []
      for (let i = 0; i < 31; i++) answers.push(answerOf(await login(newEmail(), 'guess', {}, { address })))
      assert.deepEqual([answers[29], answers[30]], ['-19976', '-19971'])
      assert.equal(answerOf(await login(email, goodPassword, {}, { address })), '-19971')
      assert.equal(answerOf(await login(email, goodPassword, { captchaTokens: await captcha() }, { address })), 'SUCCESS')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: 'to stop registration, new passwords and email codes for everybody behind one address',
      answer: 'after thirty emails each next one takes a captcha, and none is refused',
    }),
    async () => {
      const address = anAddress()
      const ways = {
        register: (more: object) =>
          calls('/_api/iam/authentication/v2/register', { loginId: { email: newEmail() }, password: goodPassword, ...more }, { address }),
        recover: (more: object) => calls('/_api/iam/recovery/v1/send-email', { email: newEmail(), ...more }, { address }),
        code: (more: object) => calls('/vitrine/v1/sign-in/email-code', { email: newEmail(), ...more }, { address }),
      }
      const turns = [ways.register, ways.recover, ways.code]
      for (let i = 0; i < 30; i++) assert.equal((await turns[i % 3]!({})).status, 200)
      for (const ask of turns) {
        assert.equal(answerOf(await ask({})), '-19971')
        assert.equal(answerOf(await ask({ captchaTokens: [{ Recaptcha: 'x' }] })), '-19970')
        assert.equal((await ask({ captchaTokens: await captcha() })).status, 200)
      }
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: '50 requests at once for an email to one mailbox',
      answer: 'five emails go out, the other requests are 429 TOO_MANY_REQUESTS',
    }),
    async () => {
      const email = await member()
      const answers = await Promise.all(Array.from({ length: 50 }, () => calls('/_api/iam/recovery/v1/send-email', { email })))
      assert.deepEqual(countOf(answers.map((answer) => (answer.status === 200 ? 'sent' : refusalOf(answer)))), {
        sent: 4,
        TOO_MANY_REQUESTS: 46,
      })
      assert.equal((await emailsTo(shop, email)).length, 4, 'the registration was the first of five')
    },
  )
})

describe('staff', () => {
  const device = ({ cookies }: AtTheDoor) => cookies.find((one) => one.startsWith('vitrine_staff_device='))!.split(';', 1)[0]!
  const enters = (email: string, more: { password?: string; captcha?: string; cookie?: string; address?: string } = {}) => {
    const { password = staffPassword, captcha: solution, cookie, address } = more
    const body = { email, password, ...(solution && { captcha: solution }) }
    return atTheDoor(shop, 'POST', { body, ...(cookie && { cookie }), ...(address && { address }) })
  }
  const reasonOf = ({ status, said }: AtTheDoor): string => (status === 200 ? 'in' : `${status} ${String(said['reason'])}`)

  test(
    attack({
      area: 'Sign-in limits',
      tries: '200 wrong passwords of the owner at once, each from another address',
      answer: 'five are judged, the others are 403 captcha, and none is a 5xx',
    }),
    async () => {
      const { email } = await hire(shop, 'OWNER')
      let answers: string[] = []
      const judged = await compared(async () => {
        answers = (await Promise.all(Array.from({ length: at }, (_, i) => enters(email, { password: `guess ${i}` })))).map(reasonOf)
      })
      assert.equal(judged, 5)
      assert.deepEqual(countOf(answers), { '401 wrong': 5, '403 captcha': at - 5 })
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: '200 wrong codes of the second step at once, with the right password',
      answer: 'five are judged, the others are 429',
    }),
    async () => {
      const { email } = await hire(shop, 'OWNER')
      const { secret } = await setsUpSecondStep(shop, await signsIn(shop, email))
      shop.clock.advance(30_000)
      const { step } = (await signsIn(shop, email)).said
      const goOn = (code: string) => atTheDoor(shop, 'POST', { body: { step, code } })
      const answers = (await Promise.all(Array.from({ length: at }, () => goOn('000000')))).map(reasonOf)
      assert.deepEqual(countOf(answers), { '401 wrong': 5, '429 paused': at - 5 })
      shop.clock.advance(minute)
      assert.equal(reasonOf(await goOn(figuresOf(shop, secret))), 'in')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: '100 guesses of the password at once in a session of staff that was left open',
      answer: 'five are judged, the others are 429 TOO_MANY_REQUESTS, and another session goes on',
    }),
    async () => {
      const { email } = await hire(shop, 'SUPPORT')
      const [left, mine] = [officeOf(shop, await signsIn(shop, email)), officeOf(shop, await signsIn(shop, email))]
      const answers: string[] = []
      const judged = await compared(async () => {
        const asked = await Promise.all(Array.from({ length: 100 }, () => attempt(left.staffAccount.beginSecondStep({ password: 'no' }))))
        answers.push(...asked.map(([refused]) => refused?.code ?? 'done'))
      })
      assert.equal(judged, 5)
      assert.deepEqual(countOf(answers), { '-19976': 5, TOO_MANY_REQUESTS: 95 })
      await mine.staffAccount.beginSecondStep({ password: staffPassword })
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: 'to keep the owner out with wrong passwords',
      answer: 'with a solved captcha the right password signs in, at once',
    }),
    async () => {
      const { email } = await hire(shop, 'OWNER')
      for (let i = 0; i < 20; i++) await enters(email, { password: 'no' })
      const asked = await enters(email)
      assert.deepEqual([asked.status, asked.said['reason'], asked.said['wrong']], [403, 'captcha', false])
      const siteKey = String(asked.said['siteKey'])
      assert.equal((await enters(email, { captcha: 'x' })).said['wrong'], true)
      const solution = await solvedCaptcha(shop, siteKey)
      assert.equal(reasonOf(await enters(email, { password: 'no', captcha: solution })), '401 wrong')
      assert.equal(reasonOf(await enters(email, { captcha: solution })), '403 captcha', 'a captcha is good for one try')
      assert.equal(reasonOf(await enters(email, { captcha: await solvedCaptcha(shop, siteKey) })), 'in')
      assert.equal((await enters(email, { password: 'no' })).said['triesLeft'], 4, 'and what was before is forgotten')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: 'to keep the owner out with wrong passwords, on a browser that signed in before',
      answer: 'the browser has a count of its own: the right password signs in without a captcha',
    }),
    async () => {
      const { email } = await hire(shop, 'OWNER')
      const other = await hire(shop, 'OWNER')
      const first = await signsIn(shop, email)
      assert.match(
        first.cookies.find((line) => line.startsWith('vitrine_staff_device='))!,
        /^vitrine_staff_device=[\w.-]+; Path=\/admin\/session; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
        'and Secure where the shop has https',
      )
      const cookie = device(first)
      const address = '203.0.113.77'
      for (let i = 0; i < 31; i++) await enters(i < 6 ? email : `nobody-${i}@morrow.example`, { password: 'no', address })
      assert.equal(reasonOf(await enters(email, { address })), '403 captcha')
      const again = await enters(email, { cookie, address })
      assert.equal(reasonOf(again), 'in')
      assert.equal(reasonOf(await enters(other.email, { cookie, address })), '403 captcha', 'it is bound to its account')
      const answers = (await Promise.all(Array.from({ length: 50 }, () => enters(email, { password: 'no', cookie })))).map(reasonOf)
      assert.deepEqual(countOf(answers), { '401 wrong': 5, '403 captcha': 45 })
      assert.equal(reasonOf(await enters(email, { cookie: device(again) })), '403 captcha', 'a renewed cookie is the same browser')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: 'with a stolen password, to lock the owner out of the second step by wrong codes',
      answer: 'a browser that signed in before has tries of its own',
    }),
    async () => {
      const { email } = await hire(shop, 'OWNER')
      const door = await signsIn(shop, email)
      const { secret } = await setsUpSecondStep(shop, door)
      shop.clock.advance(30_000)
      const { step } = (await signsIn(shop, email)).said
      for (let i = 0; i < 6; i++) await atTheDoor(shop, 'POST', { body: { step, code: '000000' } })
      const cookie = device(door)
      const mine = (await enters(email, { cookie })).said.step
      assert.equal(reasonOf(await atTheDoor(shop, 'POST', { body: { step: mine, code: figuresOf(shop, secret) } })), '429 paused')
      assert.equal(reasonOf(await atTheDoor(shop, 'POST', { body: { step: mine, code: figuresOf(shop, secret) }, cookie })), 'in')
    },
  )

  test(
    attack({
      area: 'Sign-in limits',
      tries: 'to keep all staff out with 31 wrong sign-ins from their address',
      answer: 'they are asked for a captcha, and with it they sign in',
    }),
    async () => {
      const { email } = await hire(shop, 'OWNER')
      const address = '203.0.113.9'
      for (let i = 0; i < 30; i++) await enters(`somebody-${i}@morrow.example`, { password: 'no', address })
      const asked = await enters(email, { address })
      assert.equal(reasonOf(asked), '403 captcha')
      assert.equal(reasonOf(await enters(email, { address, captcha: await solvedCaptcha(shop, String(asked.said['siteKey'])) })), 'in')
      assert.equal(reasonOf(await enters(email, { address: '203.0.113.10' })), 'in')
    },
  )

  test('403 -19971 for whoever asks for links to new passwords again and again from one address; with a captcha it goes on', async () => {
    const address = anAddress()
    const ask = (more: object = {}) => calls('/vitrine/v1/staff/recovery/send', { email: newEmail(), ...more }, { address })
    for (let i = 0; i < 30; i++) assert.equal((await ask()).status, 200)
    assert.equal(refusalOf(await ask(), 'POST /vitrine/v1/staff/recovery/send'), '-19971')
    assert.equal(refusalOf(await ask({ captchaTokens: [{ Recaptcha: 'x' }] }), 'POST /vitrine/v1/staff/recovery/send'), '-19970')
    const { said } = await enters((await hire(shop, 'SUPPORT')).email, { password: 'no' })
    assert.equal(said['reason'], 'wrong')
    const { json } = await send(shop, { method: 'GET', path: '/vitrine/v1/sign-in' })
    const solution = await solvedCaptcha(shop, json.signIn.captchaSiteKeys.invisible)
    assert.equal((await ask({ captchaTokens: [{ InvisibleRecaptcha: solution }] })).status, 200)
  })
})
