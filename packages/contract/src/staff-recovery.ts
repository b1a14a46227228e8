import * as z from 'zod'
import { CaptchaTokensInput, Password } from './authentication.ts'
import { operation, operations } from './operation.ts'
import { Email, text } from './primitives.ts'

/** How a staff member who has forgotten their password sets another. */
export const staffRecovery = operations({
  /** The answer is the same for an address that nobody on the staff has. A caller who requests many has to solve a captcha for each. */
  'POST /vitrine/v1/staff/recovery/send': operation({
    as: 'anyone',
    cost: 'email',
    summary: 'Send one of the staff a link to a new password',
    input: z.object({ email: Email, captchaTokens: CaptchaTokensInput.nullish() }),
    ok: z.object({}),
    errors: ['-19971', '-19970'],
  }),
  /** The link is valid for half an hour, and once. It ends their sessions everywhere; then they sign in as usual, second step included. */
  'POST /vitrine/v1/staff/recovery/reset': operation({
    as: 'anyone',
    cost: 'guess',
    summary: 'Choose a new password with the link of the email',
    input: z.object({ token: text(2000, 1), password: Password }),
    ok: z.object({ email: z.string() }),
    errors: ['RECOVERY_TOKEN_OVER', 'PASSWORD_TOO_WEAK'],
    confidential: true,
  }),
})
