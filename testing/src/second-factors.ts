import { beforeEach } from 'node:test'
import { figuresAt } from './code-app.ts'
import { asMember, enter, goodPassword, guest, newEmail, ownPages, signInPolicy } from './guest.ts'
import { startPlatformForFile } from './platform-for-file.ts'

/** For a file of tests of second proofs: a shop whose policy is as at first before each test, and members with and without an authenticator app. */
export async function startSecondFactors() {
  const shop = await startPlatformForFile({ host: 'localhost' })
  await ownPages(shop)
  beforeEach(() => signInPolicy(shop, {}))
  const totpNow = (secret: string) => figuresAt(secret, shop.clock.now().getTime())
  const halfAMinute = () => shop.clock.advance(30_000)
  async function member() {
    const email = newEmail()
    const answer = await guest(shop).authentication.register({ loginId: { email }, password: goodPassword })
    return { email, id: answer.identity!.id!, me: asMember(shop, await enter(shop, answer)) }
  }
  return {
    shop,
    login: (email: string, more: object = {}) => guest(shop).authentication.login({ loginId: { email }, password: goodPassword, ...more }),
    totpNow,
    halfAMinute,
    member,
    async withTotp() {
      const { me, ...rest } = await member()
      const { secret, setupToken } = await me.mySecurity.beginTotp()
      const { factor } = await me.mySecurity.confirmFactor({ setupToken, code: totpNow(secret) })
      halfAMinute()
      return { me, ...rest, secret, factorId: factor.id }
    },
    verifyTotp: (stateToken: string, code: string, more: object = {}) =>
      guest(shop).authentication.verify({ factorType: 'TOTP', stateToken, totpData: { code }, ...more }),
  }
}
