// Checks of passwords wait in a queue of their own, and hold up nothing else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checksAtOnce, checksWaiting } from '@vitrine/platform/people/credentials/password-checks'
import { attack } from '../src/attack.ts'
import { newEmail, signInPolicy } from '../src/guest.ts'
import { startTestPlatform } from '../src/platform.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

const at = 200

describe('checking passwords', () => {
  test(
    attack({
      area: 'Sign-in limits',
      tries: '200 sign-ins at once, on as many accounts, while each check of a password takes its time',
      answer: 'as many wait as fit, the others are 429 with Retry-After at once, and the catalogue is read meanwhile',
    }),
    async () => {
      const fits = checksAtOnce + checksWaiting
      const released = Promise.withResolvers<void>()
      let running = 0
      let most = 0
      await using slow = await startTestPlatform({
        passwordWork: {
          async verify() {
            most = Math.max(most, ++running)
            await released.promise
            running -= 1
            return false
          },
          hash: async () => 'none',
        },
      })
      await signInPolicy(slow, {})
      const { token } = await newVisitor(slow)
      const headers = (i: number) => ({
        authorization: token,
        'x-vitrine-peer': `10.60.0.${i}`,
        'content-type': 'application/json',
      })
      const full = Promise.withResolvers<void>()
      let answered = 0
      const logins = Array.from({ length: at }, async (_, i) => {
        const answer = await send(slow, {
          method: 'POST',
          path: '/_api/iam/authentication/v2/login',
          headers: headers(i),
          body: { loginId: { email: newEmail() }, password: 'guess' },
        })
        if (++answered === at - fits) full.resolve()
        return answer
      })
      // With all who fit waiting, and everybody else answered.
      await full.promise
      const products = await send(slow, {
        method: 'GET',
        path: '/stores-reader/v1/products/query-platformized',
        headers: { authorization: token },
      })
      assert.equal(products.status, 200)
      assert.equal(answered, at - fits)
      released.resolve()
      const answers = await Promise.all(logins)
      const refused = answers.filter(({ status }) => status === 429)
      assert.deepEqual(
        [answers.filter((answer) => answer.status === 403).map((answer) => refusalOf(answer)).length, refused.length],
        [fits, at - fits],
      )
      assert.ok(refused.every((answer) => answer.headers['retry-after'] === '1' && refusalOf(answer) === 'TOO_MANY_REQUESTS'))
      assert.equal(most, checksAtOnce)
      assert.deepEqual(slow.faults, [])
    },
  )
})
