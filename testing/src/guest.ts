import { type Auth, createClient, inMemory, type Session, visitor } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import type { Ok } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { freshSignIn, type SignInSettings } from '@vitrine/platform/kernel/settings/sign-in-settings'
import type { TestPlatform } from './platform.ts'
import { send } from './wire.ts'

let guests = 0

/** A password that is good enough. */
export const goodPassword = 'slow mornings, 1 cup'

/** An address of mail that nobody has. */
export const newEmail = () => `guest-${guests++}-${Math.random().toString(36).slice(2, 8)}@example.com`

/** Sets how one signs in to a shop; what is not said is as it is at the beginning, without puzzles. */
export const signInPolicy = ({ platform, site, clock }: TestPlatform, more: Partial<SignInSettings>) =>
  writeSettings(platform.database, site, 'signIn', { ...freshSignIn, captcha: 'NEVER', ...more }, clock.now())

/** Lets the app of the tests exchange a sign-in for tokens, as a page of the shop's own does. */
export const ownPages = ({ platform, site, clientId }: TestPlatform) =>
  platform.database.query(sql`update oauth_app set first_party = true where site = ${site} and id = ${clientId}`)

/** Somebody new, from an address of the network and with a browser of their own. */
export function guest(shop: TestPlatform, { agent, auth }: { readonly agent?: string; readonly auth?: Auth<Session> } = {}) {
  const address = `10.20.${Math.floor(guests / 250)}.${guests++ % 250}`
  return createClient({
    baseUrl: shop.url,
    auth: auth ?? visitor({ clientId: shop.clientId, tokens: inMemory() }),
    modules: account,
    fetch: (input, init) => {
      const request = new Request(input, init)
      request.headers.set('x-vitrine-peer', address)
      if (agent) request.headers.set('user-agent', agent)
      return fetch(request)
    },
  })
}
export type Guest = ReturnType<typeof guest>

/** Registers with a good password, and with whatever else is sent. */
export const register = (who: Guest, email: string, more: object = {}) =>
  who.authentication.register({ loginId: { email }, password: goodPassword, ...more })

export interface Entered {
  readonly access: string
  readonly refresh: string
}

/** Tokens for who has just signed in. */
export async function enter(
  shop: TestPlatform,
  { sessionToken }: Pick<Ok<'POST /_api/iam/authentication/v2/login'>, 'sessionToken'>,
): Promise<Entered> {
  const body = { grantType: 'authorized_client', clientId: shop.clientId, sessionToken }
  const { status, text, json } = await send(shop, { method: 'POST', path: '/oauth2/token', body })
  if (status !== 200) throw new Error(`no tokens: ${text}`)
  return { access: json.access_token, refresh: json.refresh_token }
}

/** Somebody who is signed in: what they call with. */
export const asMember = (shop: TestPlatform, { access }: Entered): Guest =>
  guest(shop, { auth: () => ({ headers: () => ({ Authorization: access }) }) })
