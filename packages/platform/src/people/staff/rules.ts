import { type Right, rightsOf, type StaffRole } from '@vitrine/contract'
import type { App, User } from '../../kernel/http/caller.ts'
import { rightsOfCaller } from '../../kernel/http/caller.ts'
import type { StaffSettings } from '../../kernel/settings/staff-settings.ts'

/** People and invitations of a shop, together. */
export const mostStaff = 200
export const invitationDays = 7
/** So long can somebody who has left be brought back. */
export const restoreDays = 30
export const browserDays = 30
/** How long a session lasts at most. */
export const stayingSeconds = 30 * 24 * 3600
/** More sessions of one person than anybody has use for; the oldest ends where there is another. */
export const mostSessions = 30

/** From when on somebody in a role has to have a second step; undefined where nobody asks it of them. */
export function secondStepDue({ secondStep, from }: StaffSettings, role: StaffRole): Date | undefined {
  if (secondStep === 'NOBODY' || (secondStep === 'OWNERS' && role !== 'OWNER')) return undefined
  return new Date(from ?? 0)
}

/** Whether somebody in a role gets no further without a second step. */
export function demandsSecondStep(settings: StaffSettings, role: StaffRole, now: Date): boolean {
  const due = secondStepDue(settings, role)
  return due !== undefined && due <= now
}

const covers = (rights: ReadonlySet<Right> | undefined, role: StaffRole): boolean =>
  rights === undefined || [...rightsOf[role]].every((right) => rights.has(right))

/** Whether somebody may decide about people in a role: nobody does about what can do more than they can. */
export const mayDecideAbout = (caller: User | App, role: StaffRole): boolean => covers(rightsOfCaller(caller), role)
