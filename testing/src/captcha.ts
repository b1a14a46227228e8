import type { CaptchaChallenge } from '@vitrine/contract'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { TestPlatform } from './platform.ts'
import { send } from './wire.ts'

/** A captcha of the shop's, solved as a browser solves it. */
export async function solvedCaptcha(shop: TestPlatform, siteKey: string): Promise<string> {
  const { json } = await send(shop, { method: 'GET', path: '/vitrine/v1/captcha/challenge', search: `siteKey=${siteKey}` })
  const challenge = json as CaptchaChallenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** The shop's key of captchas that are seen. */
export async function visibleSiteKey(shop: TestPlatform): Promise<string> {
  const { json } = await send(shop, { method: 'GET', path: '/vitrine/v1/sign-in' })
  return json.signIn.captchaSiteKeys.visible
}
