import type { Seals } from '../../kernel/seals.ts'
import { type Open, type Steps as StepsOf, stepsOf } from '../credentials/steps.ts'

/** How a member proved who they are. */
export type SignInMethod =
  | 'PASSWORD'
  | 'EMAIL_CODE'
  | 'TOTP'
  | 'RECOVERY_CODE'
  | 'PASSKEY'
  | 'SSO'
  | 'SIGN_ON'
  | 'RECOVERY'
  | 'SMS'
  | 'CALL'
  | 'PUSH'

/** A sign-in that is not over: what is proved already, and what comes next. */
export interface Step {
  readonly memberId: string
  readonly next: 'VERIFY_EMAIL' | 'PROVE' | 'ENROL'
  readonly by: readonly SignInMethod[]
  readonly visitorId?: string
  /** The way whose code was sent last. */
  readonly factor?: string
  /** What a new way is set up from, sealed. */
  readonly setup?: string
}

export type OpenStep = Open<Step>
export type Steps = StepsOf<Step>

export const steps = (seals: Seals): Steps => stepsOf<Step>(seals, 'sign-in')
