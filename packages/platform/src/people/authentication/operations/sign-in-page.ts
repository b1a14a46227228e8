import { type signIn } from '@vitrine/contract'
import { type Handlers } from '../../../kernel/http/handlers.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { siteKeyOf } from '../captcha.ts'
import { policyOf } from '../proceed.ts'
import { type AuthenticationDeps } from './member-sign-in.ts'

/** What the page to sign in has to know. */
export function signInPageOperations(
  deps: AuthenticationDeps,
): Pick<Handlers<typeof signIn>, 'GET /vitrine/v1/sign-in' | 'GET /vitrine/v1/captcha/challenge'> {
  const { captchas, passkeys, readSettings } = deps

  return {
    async 'GET /vitrine/v1/sign-in'(_, { db, site }) {
      const { registration, emailVerification, mfa, methods, captcha } = policyOf(await readSettings(db, site))
      const possible = {
        ...methods,
        passkey: methods.passkey && passkeys.works,
        social: methods.social.map(({ connectionId, name }) => ({ connectionId, name })),
      }
      const captchaSiteKeys = { visible: siteKeyOf(site, 'visible'), invisible: siteKeyOf(site, 'invisible') }
      return { signIn: { registration, emailVerification, mfa, methods: possible, captcha, captchaSiteKeys } }
    },

    async 'GET /vitrine/v1/captcha/challenge'({ siteKey }, { site }) {
      return (await captchas.challenge(site, siteKey)) ?? refuse('CAPTCHA_SITE_KEY_NOT_FOUND')
    },
  }
}
