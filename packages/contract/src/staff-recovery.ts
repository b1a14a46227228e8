import * as z from 'zod'
import { CaptchaTokensInput, Password } from './authentication.ts'
import { operation, operations } from './operation.ts'
import { Email, text } from './primitives.ts'

/** How one of the staff who has forgotten their password comes by another. */
export const staffRecovery = operations({
  /** The answer is the same for an address that nobody on the staff has. Who asks for many has to solve a captcha for each. */
  'POST /vitrine/v1/staff/recovery/send': operation({
    as: 'anyone',
    cost: 'email',
    summary: 'Send one of the staff a link to a new password',
    input: z.object({ email: Email, captchaTokens: CaptchaTokensInput.nullish() }),
    ok: z.object({}),
    errors: ['-19971', '-19970'],
  }),
  /** The link is good for half an hour, and once. It ends their sessions everywhere; then they sign in like everybody, second step and all. */
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
