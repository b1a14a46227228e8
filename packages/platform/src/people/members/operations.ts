import { isDeepStrictEqual } from 'node:util'
import { type MemberFieldSet, type members, refusals } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { counted } from '../../kernel/http/bulk-results.ts'
import type { Actor } from '../../kernel/http/caller.ts'
import { type Handlers, type Scope, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { act, approve, block, change, inCommunity } from './acts.ts'
import { startJob } from './bulk.ts'
import { discard, memberViolation } from './closing.ts'
import type { MemberDeps } from './deps.ts'
import { type Eyes, queryMembers } from './find.ts'
import { patched } from './patch.ts'
import { enrol } from './register.ts'
import { after } from './rules.ts'
import { fieldsetOf, isPublic, isSelf, showMember } from './show.ts'
import { isSlug } from './slug.ts'
import { dropOldSlug, findBlockers, findMember, keepOldSlug, type StoredMember, takenSlugs } from './store.ts'

const yearMs = 365 * 24 * 3600_000

type Asked = Parameters<typeof fieldsetOf>[0]

/** Whether somebody may change a member: themselves, and the shop. */
const mayChange = ({ caller, merchant }: Actor, id: string): boolean => merchant || isSelf(caller, id)

const eyesOf = ({ caller, merchant }: Actor): Eyes => ({
  seesAll: merchant,
  ...(caller.kind === 'member' && { memberId: caller.memberId }),
})

const full = (member: StoredMember) => ({ member: showMember(member, 'FULL' satisfies MemberFieldSet) })

async function moveTo(context: Context, id: string, slug: string) {
  const { db, site, now } = context
  if (!isSlug(slug)) return memberViolation('slug', 'has other characters than letters, digits and single hyphens between them')
  return change(context, id, async (member) => {
    if (member.slug === slug) return member
    if ((await takenSlugs(db, site, [slug], id)).size > 0) return refuse('SLUG_ALREADY_EXISTS', { slug })
    await dropOldSlug(db, site, slug)
    if (member.slug.toLowerCase() !== slug.toLowerCase()) await keepOldSlug(db, site, member.slug, id, new Date(now.getTime() + yearMs))
    return { ...member, slug }
  })
}

const answer = <R extends Refusal>(done: StoredMember | R) => (done instanceof Refusal ? done : full(done))

export function memberOperations(deps: MemberDeps): Handlers<typeof members> {
  const { endSessions, fieldsOf } = deps

  /** What members do to themselves; staff are no members. */
  async function byMyself<R extends Refusal = never>({ caller }: Scope<'member'>, work: (id: string) => Promise<StoredMember | R>) {
    return caller.kind === 'member' ? answer(await work(caller.memberId)) : refuse('MEMBER_NOT_FOUND')
  }

  async function page(
    asked: Asked,
    query: Parameters<typeof queryMembers>[2],
    wanted: Parameters<typeof queryMembers>[3],
    scope: Scope<'visitor'>,
  ) {
    const { db, site, caller } = scope
    const eyes = eyesOf(scope)
    const got = await queryMembers(db, site, query, wanted, eyes)
    if (got instanceof Refusal) return got
    const fieldset = fieldsetOf(asked, eyes.seesAll)
    return {
      members: got.found.map((member) => showMember(member, isSelf(caller, member.id) ? fieldsetOf(asked, true) : fieldset)),
      metadata: got.metadata,
    }
  }

  /** A change of a member's own record, by themselves or by whoever may. */
  async function changeOf<T extends StoredMember | Refusal>(
    scope: Scope<'visitor'>,
    id: string,
    work: (member: StoredMember) => Promise<T> | T,
  ) {
    if (!mayChange(scope, id)) return refuse('PERMISSION_DENIED')
    return answer(await change(scope, id, work))
  }

  const bulkBy =
    (action: 'APPROVE' | 'BLOCK' | 'DELETE') =>
    async (
      input: {
        readonly filter: Readonly<Record<string, unknown>>
        readonly search?: object | null | undefined
        readonly contentAssigneeId?: string | null | undefined
      },
      scope: Parameters<typeof startJob>[1],
    ) => {
      const job = await startJob(
        { action, filter: input.filter, search: input.search ?? null, contentAssigneeId: input.contentAssigneeId ?? null },
        scope,
        deps,
      )
      return job instanceof Refusal ? job : { jobId: job.id }
    }

  return {
    async 'GET /members/v1/members/my'(input, { db, site, caller }) {
      const member = caller.kind === 'member' ? await findMember(db, site, caller.memberId) : undefined
      return !member || member.deletedAt ? refuse('NOT_FOUND') : { member: showMember(member, fieldsetOf(input, true)) }
    },

    'POST /members/v1/members/my/slug': ({ slug }, scope) => byMyself(scope, (id) => moveTo(scope, id, slug)),
    'POST /members/v1/members/join-community': (_, scope) => byMyself(scope, (id) => act(scope, id, 'joinCommunity')),
    'POST /members/v1/members/leave-community': (_, scope) => byMyself(scope, (id) => act(scope, id, 'leaveCommunity')),

    async 'DELETE /members/v1/members/my'({ contentAssigneeId }, scope) {
      if (scope.caller.kind !== 'member') return refuse('MEMBER_NOT_FOUND')
      const gone = await discard(scope, scope.caller.memberId, { by: 'SELF', contentAssigneeId }, deps)
      return gone instanceof Refusal ? gone : {}
    },

    async 'GET /members/v1/members/{id}'({ id, ...asked }, scope) {
      const { db, site, caller } = scope
      const member = await findMember(db, site, id)
      const eyes = eyesOf(scope)
      const sees = eyes.seesAll || isSelf(caller, id)
      if (!member || member.deletedAt || !(sees || isPublic(member))) return refuse('MEMBER_NOT_FOUND')
      if (!sees && eyes.memberId && (await findBlockers(db, site, eyes.memberId, [id])).size > 0)
        return refuse('MEMBER_TO_MEMBER_BLOCKED', { memberId: id })
      return { member: showMember(member, fieldsetOf(asked, sees)) }
    },

    'GET /members/v1/members': ({ paging, sorting, ...asked }, scope) => page(asked, { paging, sorting }, {}, scope),
    'POST /members/v1/members/query': ({ query, search, ...asked }, scope) => page(asked, query ?? {}, search ?? {}, scope),

    async 'POST /members/v1/members/{id}/slug'({ id, slug }, scope) {
      if (!mayChange(scope, id)) return refuse('PERMISSION_DENIED')
      return answer(await moveTo(scope, id, slug))
    },

    'POST /members/v1/members/{id}/mute': async ({ id }, scope) => answer(await act(scope, id, 'mute')),
    'POST /members/v1/members/{id}/unmute': async ({ id }, scope) => answer(await act(scope, id, 'unmute')),
    'POST /members/v1/members/{id}/approve': async ({ id }, scope) => answer(await approve(scope, id, deps)),
    'POST /members/v1/members/{id}/block': async ({ id }, scope) =>
      answer(await block(scope, scope.caller.kind === 'user' ? scope.caller.userId : undefined, id, deps)),
    async 'POST /members/v1/members/{id}/disconnect'({ id }, scope) {
      const done = await act(scope, id, 'disconnect')
      if (!(done instanceof Refusal)) await endSessions(scope, id)
      return answer(done)
    },

    async 'DELETE /members/v1/members/{id}'({ id, contentAssigneeId }, scope) {
      const gone = await discard(scope, id, { by: 'STAFF', contentAssigneeId }, deps)
      return gone instanceof Refusal ? gone : {}
    },

    async 'POST /members/v1/members/bulk/delete'({ memberIds }, scope) {
      const results: {
        itemMetadata: {
          id: string
          originalIndex: number
          success: boolean
          error?: { code: string; description: string; data: Record<string, unknown> }
        }
      }[] = []
      // Always in the same order, so that no two requests wait for each other.
      const order = memberIds.map((id, originalIndex) => ({ id, originalIndex })).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
      for (const { id, originalIndex } of order) {
        const gone = await discard(scope, id, { by: 'STAFF' }, deps)
        const error =
          gone instanceof Refusal ? { code: codeOf(gone), description: refusals[gone.code].description, data: { ...gone.data } } : undefined
        results[originalIndex] = { itemMetadata: { id, originalIndex, success: !error, ...(error && { error }) } }
      }
      return counted(results)
    },

    'POST /members/v1/members/bulk/delete-by-filter': staged(bulkBy('DELETE')),
    'POST /members/v1/members/bulk/approve-by-filter': staged(bulkBy('APPROVE')),
    'POST /members/v1/members/bulk/block-by-filter': staged(bulkBy('BLOCK')),

    async 'POST /members/v1/members'({ member: { loginEmail, privacyStatus, contact, profile } }, scope) {
      const { db, site } = scope
      const said = patched(
        { contact: { phones: [], emails: [], addresses: [] }, profile: {} },
        { contact, profile },
        await fieldsOf(db, site),
      )
      if (said instanceof Refusal) return said
      const made = await enrol(scope, {
        email: loginEmail,
        emailVerified: false,
        status: 'APPROVED',
        privacyStatus: privacyStatus ?? 'PRIVATE',
        ...said,
      })
      return made === 'EMAIL_TAKEN' ? refuse('MEMBER_ALREADY_EXISTS', { loginEmail }) : full(made)
    },

    'PATCH /members/v1/members/{member.id}': ({ member: { id, contact, profile, privacyStatus } }, scope) =>
      changeOf(scope, id, async (before) => {
        const document = patched(before.document, { contact, profile }, await fieldsOf(scope.db, scope.site))
        if (document instanceof Refusal) return document
        const told = { ...before, document }
        if (!privacyStatus || privacyStatus === before.privacyStatus) return told
        const moved = after(told, privacyStatus === 'PUBLIC' ? 'joinCommunity' : 'leaveCommunity')
        return moved instanceof Refusal ? moved : inCommunity(moved, before, scope.now)
      }),

    'DELETE /members/v1/members/{id}/phones': ({ id }, scope) => changeOf(scope, id, (member) => without(member, 'phones', [])),
    'DELETE /members/v1/members/{id}/emails': ({ id }, scope) =>
      changeOf(scope, id, (member) => without(member, 'emails', [member.loginEmail])),
    'DELETE /members/v1/members/{id}/addresses': ({ id }, scope) => changeOf(scope, id, (member) => without(member, 'addresses', [])),
  }
}

/** One group of a member's contact details taken away, and what was said of each of it. */
function without<K extends 'phones' | 'emails' | 'addresses'>(
  member: StoredMember,
  group: K,
  left: StoredMember['document']['contact'][K],
): StoredMember {
  if (isDeepStrictEqual(member.document.contact[group], left)) return member
  const { tags, defaultAddressId, ...document } = member.document
  const { [group]: _, ...others } = tags ?? {}
  return {
    ...member,
    document: {
      ...document,
      contact: { ...document.contact, [group]: left },
      ...(Object.keys(others).length > 0 && { tags: others }),
      ...(defaultAddressId && group !== 'addresses' && { defaultAddressId }),
    },
  }
}

const codeOf = (refusal: Refusal<'MEMBER_NOT_FOUND'> | Refusal<'INVALID_ARGUMENT'>): string =>
  refusal.code === 'INVALID_ARGUMENT' ? (refusal.data.fieldViolations[0]?.ruleName ?? refusal.code) : refusal.code
