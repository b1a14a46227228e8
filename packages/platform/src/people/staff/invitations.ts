import type { staff } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { App, User } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { hashOf, newSecret } from '../credentials/secrets.ts'
import { weaknessOf } from '../credentials/strength.ts'
import { type StaffDeps, settingsOf } from './deps.ts'
import { joinUrl, requestStaffEmail } from './emails.ts'
import {
  deleteInvitation,
  findInvitation,
  findInvitations,
  findOpenInvitation,
  type Invitation,
  insertInvitation,
  isInvited,
  renewInvitation,
  takeInvitation,
} from './invitation-store.ts'
import { demandsSecondStep, invitationDays, mayDecideAbout, mostStaff } from './rules.ts'
import { showInvitation } from './show.ts'
import { countStaff, findPersonByEmail, insertPerson, lockStaff } from './store.ts'

type Lines = Extract<keyof typeof staff, `${string}/invitations${string}`>

/** How people come to the staff: by a link that only their mail box has or, where no mail goes out, only whoever invited them. */
export function invitationOperations(deps: StaffDeps): Pick<Handlers<typeof staff>, Lines> {
  const { clock, secrets, passwords, readSettings, noteOwn, origin, byMail, poke } = deps

  const until = (now: Date): Date => new Date(now.getTime() + invitationDays * 24 * 3_600_000)
  const inviter = (caller: User | App): string | undefined => (caller.kind === 'user' ? caller.userId : undefined)

  /** By mail, or to whoever invites: never into an inbox that everybody reads. */
  async function handOver(db: Db, site: string, invitation: Invitation, token: string) {
    const staffInvitation = showInvitation(invitation)
    if (!byMail) return { staffInvitation, joinLink: joinUrl(origin, token) }
    const { id, email, role, invitedBy, expiresAt } = invitation
    const about = { email, role, token, ...(invitedBy !== null && { invitedBy }), expiresAt: expiresAt.toISOString() }
    await requestStaffEmail(db, site, secrets, { kind: 'staff-invitation', to: id, about }, clock.now())
    return { staffInvitation }
  }

  return {
    async 'GET /vitrine/v1/staff/invitations'(_, { db, site }) {
      return { staffInvitations: (await findInvitations(db, site)).map(showInvitation), byMail }
    },

    'POST /vitrine/v1/staff/invitations': staged(async ({ staffInvitation: { email, role } }, scope) => {
      const { site, caller } = scope
      if (!mayDecideAbout(caller, role)) return refuse('ROLE_NOT_YOURS', { role })
      const done = await scope.transact(async (db) => {
        await lockStaff(db, site)
        if (await findPersonByEmail(db, site, email)) return refuse('STAFF_EMAIL_TAKEN')
        if (await isInvited(db, site, email)) return refuse('ALREADY_INVITED')
        if ((await countStaff(db, site)) >= mostStaff) return refuse('TOO_MANY_STAFF', { limit: mostStaff })
        const now = clock.now()
        const token = newSecret()
        const id = newId()
        const expiresAt = until(now)
        await insertInvitation(db, site, { id, email, role, hash: hashOf(token), invitedBy: inviter(caller), expiresAt }, now)
        return handOver(db, site, (await findInvitation(db, site, id))!, token)
      })
      poke()
      return done
    }),

    'POST /vitrine/v1/staff/invitations/{id}/send': staged(async ({ id }, scope) => {
      const { site, caller } = scope
      const done = await scope.transact(async (db) => {
        await lockStaff(db, site)
        const invitation = await findInvitation(db, site, id)
        if (!invitation) return refuse('INVITATION_NOT_FOUND')
        if (!mayDecideAbout(caller, invitation.role)) return refuse('ROLE_NOT_YOURS', { role: invitation.role })
        const now = clock.now()
        const token = newSecret()
        await renewInvitation(db, site, id, { hash: hashOf(token), expiresAt: until(now) }, now)
        return handOver(db, site, (await findInvitation(db, site, id))!, token)
      })
      poke()
      return done
    }),

    async 'DELETE /vitrine/v1/staff/invitations/{id}'({ id }, { db, site }) {
      return (await deleteInvitation(db, site, id)) ? {} : refuse('INVITATION_NOT_FOUND')
    },

    async 'POST /vitrine/v1/staff/invitations/preview'({ token }, { db, site }) {
      const now = clock.now()
      const invitation = await findOpenInvitation(db, site, hashOf(token), now)
      if (!invitation) return refuse('INVITATION_OVER')
      const { email, role, invitedBy, expiresAt } = invitation
      const { shop } = await readSettings(db, site)
      return {
        shopName: shop.name,
        email,
        role,
        ...(invitedBy !== null && { invitedBy }),
        expiresDate: expiresAt.toISOString(),
        secondStep: demandsSecondStep(await settingsOf(deps, db, site), role, now),
      }
    },

    'POST /vitrine/v1/staff/invitations/accept': staged(async ({ token, name, password }, scope) => {
      const { site, from } = scope
      const hash = hashOf(token)
      const now = clock.now()
      const invitation = await findOpenInvitation(scope.db, site, hash, now)
      if (!invitation) return refuse('INVITATION_OVER')
      const { shop } = await readSettings(scope.db, site)
      const reason = weaknessOf(password, [shop.name, invitation.email, name])
      if (reason) return refuse('PASSWORD_TOO_WEAK', { reason })
      const passwordHash = await passwords.hash(password)
      if (passwordHash instanceof Refusal) return passwordHash
      return scope.transact(async (db) => {
        await lockStaff(db, site)
        const taken = await takeInvitation(db, site, hash, now)
        if (!taken) return refuse('INVITATION_OVER')
        const { email, role } = taken
        // Somebody of this address was brought back meanwhile.
        if (await findPersonByEmail(db, site, email)) return refuse('STAFF_EMAIL_TAKEN')
        const person = { id: newId(), email, name: name.trim(), role }
        await insertPerson(db, site, { ...person, passwordHash }, now)
        const fields = [
          { path: ['name'], after: person.name },
          { path: ['email'], after: email },
          { path: ['role'], after: role },
        ]
        const line = 'POST /vitrine/v1/staff/invitations/accept'
        await noteOwn(db, { site, staffId: person.id, name: person.name, line, joined: true, fields, at: now, ...from })
        return { email }
      })
    }),
  }
}
