import { rightsOf, type StaffMember, type StaffRole, type staff } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { App, User } from '../../kernel/http/caller.ts'
import { type Handlers, type Scope, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection } from '../../kernel/settings/change.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { freshStaff, type StaffSettings } from '../../kernel/settings/staff-settings.ts'
import { type StaffDeps, settingsOf } from './deps.ts'
import { requestStaffEmail } from './emails.ts'
import { invitationOperations } from './invitations.ts'
import { demandsSecondStep, mayDecideAbout, mostStaff } from './rules.ts'
import { deleteSecondStep, findTotp, knownBrowsers } from './second-step-store.ts'
import { endSession, endSessions, findHolder, findSessions, renameSessions } from './session-store.ts'
import { showMember, showRules, showSession } from './show.ts'
import {
  changePerson,
  countStaff,
  findListed,
  findOwners,
  findPerson,
  findPersonByEmail,
  findRemoved,
  findStaff,
  lockStaff,
  type Person,
  removePerson,
  restorePerson,
} from './store.ts'

type Admin = Pick<Scope<'user'>, 'db' | 'site' | 'caller'>

/** The session that somebody's token belongs to. */
const sessionOf = (caller: User | App): string | undefined => (caller.kind === 'user' ? caller.sessionId : undefined)

/** Who runs the shop, and what they may do there. */
export function staffOperations(deps: StaffDeps): Handlers<typeof staff> {
  const { clock, secrets, keys, poke } = deps

  async function show(db: Db, site: string, id: string): Promise<StaffMember | undefined> {
    const [person, settings] = await Promise.all([findListed(db, site, id, clock.now()), settingsOf(deps, db, site)])
    return person && showMember(person, settings)
  }

  /** Somebody about whom the caller may decide; nobody else changes who is on the staff until the transaction ends. */
  async function subject({ db, site, caller }: Admin, id: string) {
    await lockStaff(db, site)
    const person = await findPerson(db, site, id)
    if (!person) return refuse('STAFF_NOT_FOUND')
    return mayDecideAbout(caller, person.role) ? person : refuse('ROLE_NOT_YOURS', { role: person.role })
  }

  /** One owner stays. */
  async function isLastOwner(db: Db, site: string, { id, role }: Person): Promise<boolean> {
    return role === 'OWNER' && (await findOwners(db, site)).every((owner) => owner.id === id)
  }

  return {
    async 'GET /vitrine/v1/staff'(_, { db, site }) {
      const [people, settings] = await Promise.all([findStaff(db, site, clock.now()), settingsOf(deps, db, site)])
      return { staffMembers: people.map((person) => showMember(person, settings)) }
    },

    async 'GET /vitrine/v1/staff/{id}'({ id }, { db, site }) {
      const staffMember = await show(db, site, id)
      return staffMember ? { staffMember } : refuse('STAFF_NOT_FOUND')
    },

    async 'GET /vitrine/v1/staff/{id}/api-keys'({ id }, { db, site }) {
      return (await findPerson(db, site, id)) ? keys.find(db, site, id) : refuse('STAFF_NOT_FOUND')
    },

    async 'PATCH /vitrine/v1/staff/{staffMember.id}'({ staffMember: { id, revision, role }, apiKeys: fate }, scope) {
      const { db, site, caller } = scope
      const person = await subject(scope, id)
      if (person instanceof Refusal) return person
      if (revision && revision !== String(person.revision)) return refuse('STALE_REVISION')
      if (!mayDecideAbout(caller, role)) return refuse('ROLE_NOT_YOURS', { role })
      if (role !== 'OWNER' && (await isLastOwner(db, site, person))) return refuse('LAST_OWNER')
      if (role === person.role) return { staffMember: (await show(db, site, id))!, apiKeys: { revoked: 0, transferred: 0 } }
      const left = role === 'OWNER' ? undefined : rightsOf[role]
      const apiKeys = await keys.settle(db, site, { staffId: id, left, fate, by: caller }, clock.now())
      if (apiKeys instanceof Refusal) return apiKeys
      await changePerson(db, site, id, { role }, clock.now())
      await renameSessions(db, site, id, clock.now())
      return { staffMember: (await show(db, site, id))!, apiKeys }
    },

    async 'DELETE /vitrine/v1/staff/{id}'({ id, apiKeys: fate }, scope) {
      const { db, site, caller } = scope
      const person = await subject(scope, id)
      if (person instanceof Refusal) return person
      if (await isLastOwner(db, site, person)) return refuse('LAST_OWNER')
      const apiKeys = await keys.settle(db, site, { staffId: id, left: 'NOTHING', fate, by: caller }, clock.now())
      if (apiKeys instanceof Refusal) return apiKeys
      await removePerson(db, site, id, clock.now())
      await endSessions(db, site, id, undefined, clock.now())
      await knownBrowsers.forgetAll(db, site, id)
      return { apiKeys }
    },

    async 'POST /vitrine/v1/staff/{id}/restore'({ id }, { db, site, caller }) {
      await lockStaff(db, site)
      const person = await findRemoved(db, site, id)
      if (!person) return refuse('STAFF_NOT_FOUND')
      if (!mayDecideAbout(caller, person.role)) return refuse('ROLE_NOT_YOURS', { role: person.role })
      if (await findPersonByEmail(db, site, person.email)) return refuse('STAFF_EMAIL_TAKEN')
      if ((await countStaff(db, site)) >= mostStaff) return refuse('TOO_MANY_STAFF', { limit: mostStaff })
      await restorePerson(db, site, id, clock.now())
      return { staffMember: (await show(db, site, id))! }
    },

    'POST /vitrine/v1/staff/{id}/remove-second-step': staged(async ({ id }, scope) => {
      const { site, caller, from } = scope
      const done = await scope.transact(async (db) => {
        const person = await subject({ db, site, caller }, id)
        if (person instanceof Refusal) return person
        if (!(await deleteSecondStep(db, site, id))) return refuse('SECOND_STEP_OFF')
        const now = clock.now()
        const by = caller.kind === 'user' ? (await findPerson(db, site, caller.userId))?.name : undefined
        const others = (await findOwners(db, site)).filter((owner) => owner.id !== id)
        for (const { id: to } of [person, ...others]) {
          const about = { whose: person.name, mine: to === id, ...(by && { by }), agent: from.agent, at: now.toISOString() }
          await requestStaffEmail(db, site, secrets, { kind: 'staff-second-step-off', to, about }, now)
        }
        return { staffMember: (await show(db, site, id))! }
      })
      poke()
      return done
    }),

    async 'GET /vitrine/v1/staff/sessions'({ staffMemberId, limit, cursor }, { db, site, caller }) {
      const which = { staffId: staffMemberId ?? undefined, before: cursor ?? undefined, limit: limit + 1 }
      const found = await findSessions(db, site, which, clock.now())
      const page = found.slice(0, limit)
      const hasNext = found.length > limit
      return {
        sessions: page.map((session) => showSession(session, sessionOf(caller))),
        pagingMetadata: { count: page.length, cursors: hasNext ? { next: page.at(-1)!.id } : {}, hasNext },
      }
    },

    async 'DELETE /vitrine/v1/staff/sessions/{sessionId}'({ sessionId }, { db, site, caller }) {
      const holder = await findHolder(db, site, sessionId, clock.now())
      if (!holder) return refuse('SESSION_NOT_FOUND')
      if (!mayDecideAbout(caller, holder.role)) return refuse('ROLE_NOT_YOURS', { role: holder.role })
      return (await endSession(db, site, { id: sessionId, staffId: holder.id }, clock.now())) ? {} : refuse('SESSION_NOT_FOUND')
    },

    async 'DELETE /vitrine/v1/staff/{id}/sessions'({ id }, scope) {
      const { db, site, caller } = scope
      const person = await subject(scope, id)
      if (person instanceof Refusal) return person
      const isMe = caller.kind === 'user' && caller.userId === id
      await knownBrowsers.forgetAll(db, site, id)
      return { ended: await endSessions(db, site, id, isMe ? sessionOf(caller) : undefined, clock.now()) }
    },

    ...invitationOperations(deps),

    async 'GET /vitrine/v1/staff/roles'() {
      const roles = Object.keys(rightsOf) as StaffRole[]
      return { roles: roles.map((role) => ({ role, rights: [...rightsOf[role]] })) }
    },

    async 'GET /vitrine/v1/staff/rules'(_, { db, site }) {
      const now = await readSection(db, site, 'staff')
      return { staffRules: showRules(now?.document ?? freshStaff, now?.updatedAt) }
    },

    async 'PATCH /vitrine/v1/staff/rules'({ staffRules: { revision, secondStep, from } }, { db, site, now, caller }) {
      const { document: before } = await lockSection(db, site, 'staff', freshStaff, now)
      if (revision && revision !== String(before.revision)) return refuse('STALE_REVISION')
      const until = from === undefined ? before.from : (from ?? undefined)
      const after: StaffSettings = {
        revision: before.revision + 1,
        secondStep: secondStep ?? before.secondStep,
        ...(until !== undefined && { from: until }),
      }
      if (await wouldShutOut(db, site, caller, after)) return refuse('SECOND_STEP_FIRST')
      await writeSettings(db, site, 'staff', after, now)
      return { staffRules: showRules(after, now) }
    },
  }

  /** Whether a rule that holds from now on would end the very session that sets it. */
  async function wouldShutOut(db: Db, site: string, caller: User | App, settings: StaffSettings): Promise<boolean> {
    if (caller.kind !== 'user') return false
    const role: StaffRole = (await findPerson(db, site, caller.userId))?.role ?? caller.role
    return demandsSecondStep(settings, role, clock.now()) && (await findTotp(db, site, caller.userId)) === undefined
  }
}
