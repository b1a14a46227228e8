import type { Ok, StaffMember } from '@vitrine/contract'
import { ago, many, shortTime } from '../orders/text.ts'
import { agentName } from '../parts/agent.ts'
import { Status } from '../parts/glyph.tsx'

/** What acts on the staff may be refused for, in words. */
export const refusals = {
  STAFF_NOT_FOUND: 'They were taken off the staff meanwhile.',
  LAST_OWNER: 'A shop keeps one owner. Make somebody else one first.',
  ROLE_NOT_YOURS: 'That role can do more than yours.',
  SCOPE_NOT_YOURS: 'One of the keys can do more than you may. Revoke them instead.',
  STAFF_EMAIL_TAKEN: 'Somebody with this address is on the staff.',
  ALREADY_INVITED: 'This address is invited already. Send the invitation again.',
  TOO_MANY_STAFF: 'Two hundred people and invitations are the most.',
  INVITATION_NOT_FOUND: 'This invitation was taken up or withdrawn meanwhile.',
  SECOND_STEP_OFF: 'There is no second step any more.',
  SECOND_STEP_FIRST: 'Set up your own second step first, in your account; you would shut yourself out.',
  SECOND_STEP_DEMANDED: 'Your role needs a second step in this shop.',
  SESSION_NOT_FOUND: 'That session is over already.',
  DEVICE_NOT_FOUND: 'That browser was forgotten already.',
}

/** `Mac, iPhone` of all that somebody is signed in with. */
export const machinesOf = (agents: readonly string[]): string =>
  [...new Set(agents.map((agent) => agentName(agent).split(', ')[0]!))].join(', ') || '–'

/** What became of somebody's keys, as the end of a sentence. */
export function settledText({ revoked, transferred }: Ok<'DELETE /vitrine/v1/staff/{id}'>['apiKeys']): string {
  if (revoked > 0) return ` ${many(revoked, 'API key is', 'API keys are')} revoked.`
  return transferred > 0 ? ` ${many(transferred, 'API key is', 'API keys are')} yours now.` : ''
}

/** `2 min ago`, or the day. */
export const seenText = (iso: string | undefined, timeZone: string): string => (iso ? (ago(iso) ?? shortTime(iso, timeZone)) : 'never')

/** Whether somebody has a second step, and whether it is asked of them. */
export function SecondStepState({ of }: { of: StaffMember }) {
  if (of.secondStep)
    return (
      <Status glyph="c-full" tone="done">
        Code
      </Status>
    )
  return (
    <Status glyph={of.secondStepDue ? 'c-slash' : 'c-ring'} tone={of.secondStepDue ? 'warn' : 'wait'}>
      None
    </Status>
  )
}

/** How somebody proved who they are. */
export function proofOf(methods: readonly string[]): string {
  const second = { TOTP: 'password and code', RECOVERY_CODE: 'password and recovery code', BROWSER: 'password, known browser' }
  return second[methods[1] as keyof typeof second] ?? 'password'
}
