import { apiKey, createClient, inMemory, visitor } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/db/id'
import { sql } from '@vitrine/platform/db/sql'
import { keyRing } from '@vitrine/platform/identity/keys'
import { tokens } from '@vitrine/platform/identity/tokens'
import { writeSettings } from '@vitrine/platform/settings/settings'
import { freshSignIn } from '@vitrine/platform/settings/sign-in-settings'
import { codeFor, lettersTo } from './mailbox.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'

let people = 0
const password = 'slow mornings, 1 cup'

/** The writes of signing in, each with what it needs made before it. */
export function signInWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const { database } = shop.platform
  const guest = () => createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }), modules: account })
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: account })
  const newEmail = () => `writer-${++people}@example.com`
  const policy = (emailVerification: boolean) =>
    writeSettings(database, shop.site, 'signIn', { ...freshSignIn, captcha: 'NEVER', emailVerification }, shop.clock.now())
  /** Pauses are for people who try in vain, not for a test that does everything twice. */
  const forget = () => database.query(sql`delete from sign_in_failure where site = ${shop.site}`)

  async function member() {
    await forget()
    await policy(false)
    const email = newEmail()
    const { identity } = await guest().authentication.register({ loginId: { email }, password })
    return { email, id: identity!.id! }
  }
  async function unverified() {
    await forget()
    await policy(true)
    const email = newEmail()
    const { stateToken } = await guest().authentication.register({ loginId: { email }, password })
    const code = await codeFor(shop, email)
    await policy(false)
    return { code, stateToken: stateToken! }
  }
  /** What a member calls with whom a program has signed in. */
  async function tokenOf(memberId: string) {
    const bearer = { kind: 'member' as const, site: shop.site, memberId, visitorId: newId(), clientId: shop.clientId }
    return (await tokens(keyRing(database), shop.clock).issue(bearer)).access
  }
  const asked = (body: object): ReadyWrite => ({ params: {}, body })

  return {
    'POST /_api/iam/authentication/v2/register': async () => {
      await forget()
      await policy(false)
      return asked({ loginId: { email: newEmail() }, password })
    },
    'POST /_api/iam/authentication/v2/login': async () => asked({ loginId: { email: (await member()).email }, password }),
    'POST /_api/iam/authentication/v2/change-password': async () => {
      const { id } = await member()
      return { ...asked({ newPassword: 'kettle fox marble' }), token: await tokenOf(id) }
    },
    'POST /_api/iam/authentication/v2/sign-on': async () => asked({ loginId: { email: newEmail() } }),
    'POST /_api/iam/recovery/v1/send-email': async () => asked({ email: (await member()).email }),
    'POST /_api/iam/recovery/v1/activation-email': async () => {
      const { identity } = await app.authentication.signOn({ loginId: { email: newEmail() } })
      return asked({ identityId: identity.id })
    },
    'POST /_api/iam/recovery/v1/recover': async () => {
      const { email } = await member()
      await guest().recovery.sendRecoveryEmail({ email })
      const [letter] = await lettersTo(shop, email)
      return asked({ recoveryToken: /token=([\w-]{43})/.exec(letter!.text)![1], password: 'kettle fox marble' })
    },
    'POST /_api/iam/verification/v1/start': async () => asked({ identityId: (await member()).id, target: 'EMAIL' }),
    'POST /_api/iam/verification/v1/auth/verify': async () => asked(await unverified()),
    'POST /_api/iam/verification/v1/auth/resend': async () => asked({ stateToken: (await unverified()).stateToken }),
  }
}
