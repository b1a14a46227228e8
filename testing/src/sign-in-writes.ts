import { apiKey, createClient, inMemory, token, visitor } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { freshSignIn } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { authenticator } from './authenticator.ts'
import { type IdentityProvider, identityProvider, idTokenOf } from './identity-provider.ts'
import { codeFor, emailsTo } from './mailbox.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'

let people = 0
const providers: Record<string, Promise<IdentityProvider>> = {}
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
    const { identity, sessionToken } = await guest().authentication.register({ loginId: { email }, password })
    return { email, id: identity!.id!, sessionToken: sessionToken! }
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
  const asking = async (id: string) => createClient({ baseUrl: shop.url, auth: token(await tokenOf(id)), modules: account })
  const mine = async ({ id }: { readonly id: string }, body: object): Promise<ReadyWrite> => ({
    params: {},
    body,
    token: await tokenOf(id),
  })
  const sessionsOf = async (memberId: string) => (await (await asking(memberId)).mySecurity.listMySessions()).sessions

  /** Gives a member emails for a second proof. */
  async function byEmail(email: string, id: string) {
    const { mySecurity } = await asking(id)
    const { setupToken } = await mySecurity.beginCode({ factorType: 'EMAIL' })
    await mySecurity.confirmFactor({ setupToken, code: await codeFor(shop, email) })
    return { factor: 'EMAIL' as const, code: () => codeFor(shop, email) }
  }
  async function withPasskey() {
    const made = await member()
    const { mySecurity } = await asking(made.id)
    const device = authenticator(shop.url)
    const { challengeId, publicKeyCredentialCreationOptionsJson: options } = await mySecurity.beginPasskey()
    const { passkey } = await mySecurity.keepPasskey({ challengeId, credential: device.create(options) })
    return { ...made, device, passkeyId: passkey.id }
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
      const [message] = await emailsTo(shop, email)
      return asked({ recoveryToken: /token=([\w-]{43})/.exec(message!.text)![1], password: 'kettle fox marble' })
    },
    'POST /_api/iam/verification/v1/start': async () => asked({ identityId: (await member()).id, target: 'EMAIL' }),
    'POST /_api/iam/verification/v1/auth/verify': async () => asked(await unverified()),
    'POST /_api/iam/authentication/v2/{factorType}/verify': async () => {
      const { email, id } = await member()
      const { factor, code } = await byEmail(email, id)
      const { stateToken } = await guest().authentication.login({ loginId: { email }, password })
      return { params: { factorType: factor }, body: { factorType: factor, stateToken, emailData: { code: await code() } } }
    },
    'POST /vitrine/v1/sign-in/email-code': async () => asked({ email: (await member()).email }),
    'POST /vitrine/v1/sign-in/passkey/finish': async () => {
      const { device } = await withPasskey()
      const { challengeId, publicKeyCredentialRequestOptionsJson: options } = await guest().signIn.beginPasskey()
      return asked({ challengeId, credential: device.get(options) })
    },
    'POST /_api/iam/authentication/v1/sso/login-with-token-params': async () => {
      await forget()
      const redirectUri = `${shop.url}/_api/iam/authentication/v1/callback`
      const provider = await (providers[shop.url] ??= identityProvider(redirectUri))
      provider.account = { sub: newEmail(), email: newEmail(), email_verified: true }
      const { issuer, clientId } = provider
      const connectionId = newId()
      const social = [{ connectionId, name: 'Loopback', issuer, clientId }]
      const settings = { ...freshSignIn, captcha: 'NEVER' as const, methods: { ...freshSignIn.methods, social } }
      await writeSettings(database, shop.site, 'signIn', settings, shop.clock.now())
      return asked({ idpConnectionId: connectionId, tokenParams: { id_token: await idTokenOf(provider, redirectUri) } })
    },
    'POST /vitrine/v1/device-accounts': async () => asked({ sessionToken: (await member()).sessionToken, references: [] }),
    'POST /vitrine/v1/device-accounts/sign-out': async () => {
      const { sessionToken } = await member()
      const { reference } = await guest().deviceAccounts.rememberOnDevice({ sessionToken, references: [] })
      return asked({ references: [reference] })
    },
    'DELETE /vitrine/v1/members/my/sessions/{sessionId}': async () => {
      const { id } = await member()
      return { params: { sessionId: (await sessionsOf(id))[0]!.id }, body: {}, token: await tokenOf(id) }
    },
    'DELETE /vitrine/v1/members/my/sessions': async () => mine(await member(), {}),
    'DELETE /vitrine/v1/members/{id}/sessions/{sessionId}': async () => {
      const { id } = await member()
      return { params: { id, sessionId: (await sessionsOf(id))[0]!.id }, body: {} }
    },
    'PUT /vitrine/v1/members/{id}/new-password': async () => ({
      params: { id: (await member()).id },
      body: { wanted: true, signOut: true },
    }),
    'POST /vitrine/v1/members/{id}/remove-second-step': async () => {
      const { email, id } = await member()
      await byEmail(email, id)
      return { params: { id }, body: {} }
    },
    'POST /vitrine/v1/members/my/login-email': async () => mine(await member(), { email: newEmail(), password }),
    'POST /vitrine/v1/members/my/login-email/confirm': async () => {
      const made = await member()
      const email = newEmail()
      await (await asking(made.id)).mySecurity.askForMyLoginEmail({ email, password })
      return mine(made, { code: await codeFor(shop, email) })
    },
    'POST /vitrine/v1/members/my/password': async () => mine(await member(), { oldPassword: password, newPassword: 'kettle fox marble' }),
    'POST /vitrine/v1/members/my/factors/code': async () => mine(await member(), { factorType: 'EMAIL' }),
    'POST /vitrine/v1/members/my/factors/confirm': async () => {
      const made = await member()
      const { setupToken } = await (await asking(made.id)).mySecurity.beginCode({ factorType: 'EMAIL' })
      return mine(made, { setupToken, code: await codeFor(shop, made.email) })
    },
    'POST /vitrine/v1/members/my/factors/{factorId}/remove': async () => {
      const made = await member()
      await byEmail(made.email, made.id)
      const { factors } = await (await asking(made.id)).mySecurity.getMyFactors()
      return { ...(await mine(made, { password })), params: { factorId: factors[0]!.id } }
    },
    'DELETE /vitrine/v1/members/my/devices/{deviceId}': async () => {
      const made = await member()
      const { factor, code } = await byEmail(made.email, made.id)
      const { stateToken } = await guest().authentication.login({ loginId: { email: made.email }, password })
      await guest().authentication.verify({
        factorType: factor,
        stateToken: stateToken!,
        emailData: { code: await code() },
        rememberThisDevice: true,
      })
      const { devices } = await (await asking(made.id)).mySecurity.getMyFactors()
      return { ...(await mine(made, {})), params: { deviceId: devices[0]!.id } }
    },
    'POST /vitrine/v1/members/my/passkeys': async () => {
      const made = await member()
      const { challengeId, publicKeyCredentialCreationOptionsJson: options } = await (await asking(made.id)).mySecurity.beginPasskey()
      return mine(made, { challengeId, credential: authenticator(shop.url).create(options) })
    },
    'PATCH /vitrine/v1/members/my/passkeys/{passkeyId}': async () => {
      const { passkeyId, ...made } = await withPasskey()
      return { ...(await mine(made, { name: 'Old phone' })), params: { passkeyId } }
    },
    'DELETE /vitrine/v1/members/my/passkeys/{passkeyId}': async () => {
      const { passkeyId, ...made } = await withPasskey()
      return { ...(await mine(made, {})), params: { passkeyId } }
    },
    'PUT /vitrine/v1/settings/sign-in': async () => {
      const { revision: _, ...signIn } = freshSignIn
      return asked({ signIn })
    },
    'PATCH /iam/signon/v1/sign-on-policies': async () => asked({ signOnPolicy: { requireOwnerApproval: false } }),
    'POST /_api/iam/verification/v1/auth/resend': async () => asked({ stateToken: (await unverified()).stateToken }),
  }
}
