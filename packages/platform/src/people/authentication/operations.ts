import type { authentication, signIn } from '@vitrine/contract'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type AuthenticationDeps, memberSignIn } from './operations/member-sign-in.ts'
import { recoveryOperations } from './operations/recovery.ts'
import { signInOperations } from './operations/sign-in.ts'
import { signInPageOperations } from './operations/sign-in-page.ts'
import { verificationOperations } from './operations/verification.ts'

type Own = Handlers<Omit<typeof authentication, `${string}{factorType}/verify`>> &
  Pick<Handlers<typeof signIn>, 'GET /vitrine/v1/sign-in' | 'GET /vitrine/v1/captcha/challenge'>

/** How members sign up, sign in, and get back in. */
export function authenticationOperations(deps: AuthenticationDeps): Own {
  const parts = memberSignIn(deps)
  return {
    ...signInOperations(deps, parts),
    ...recoveryOperations(deps, parts),
    ...verificationOperations(deps, parts),
    ...signInPageOperations(deps),
  }
}
