import { afterEach } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import type { Ok } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import type { SignInSettings } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { enter, type Guest, goodPassword, guest, ownPages, signInPolicy } from './guest.ts'
import { startPlatformForFile } from './platform-for-file.ts'

/** For a file of tests of members who register and sign in: a shop with pages of its own, whose policy is as at first before each test. */
export async function startSigningIn() {
  const shop = await startPlatformForFile()
  await ownPages(shop)
  const policy = (more: Partial<SignInSettings>) => signInPolicy(shop, more)
  afterEach(() => policy({}))
  return {
    shop,
    policy,
    newGuest: (more?: Parameters<typeof guest>[1]) => guest(shop, more),
    app: createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: account }),
    async memberOf(email: string) {
      const [row] = await shop.platform.database.query<{
        id: string
        status: string
        verified: boolean
        privacy: string
        last: Date | null
      }>(sql`
        select id, status, login_email_verified as verified, privacy_status as privacy, last_login_at as last
        from member where site = ${shop.site} and lower(login_email) = lower(${email})`)
      return row
    },
    signedIn: (answer: Ok<'POST /_api/iam/authentication/v2/login'>) => enter(shop, answer),
  }
}

export const register = (who: Guest, email: string, more: object = {}) =>
  who.authentication.register({
    loginId: { email },
    password: goodPassword,
    profile: { firstName: 'Ada', lastName: 'Lovelace' },
    ...more,
  })

export const login = (who: Guest, email: string, password = goodPassword) => who.authentication.login({ loginId: { email }, password })
