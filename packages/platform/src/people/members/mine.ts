import type { MyAccount, myAccount } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { change } from './acts.ts'
import { agreementsOf } from './agreements.ts'
import { discard, graceMs, memberViolation } from './closing.ts'
import { emailsOf, noteConsent } from './consents.ts'
import type { MemberDeps } from './deps.ts'
import { isPublic, isSelf, showMember } from './show.ts'
import {
  findBlockers,
  findMember,
  findMemberByOldSlug,
  findMemberBySlug,
  findMembers,
  type MemberDocument,
  type StoredMember,
} from './store.ts'

const blocksAtMost = 1000

/** Tags of what is there: what was said before, and over it what is said now. */
function tagged<Tag>(
  before: Readonly<Record<string, Tag>> | undefined,
  said: Readonly<Record<string, Tag>> | null | undefined,
  known: readonly (string | undefined)[],
): Record<string, Tag> {
  return Object.fromEntries(Object.entries({ ...before, ...said }).filter(([name]) => known.includes(name)))
}

function shown(member: StoredMember): MyAccount {
  const { language, defaultAddressId, tags, communitySince, contact } = member.document
  const addressIds = contact.addresses.map(({ id }) => id)
  const first = defaultAddressId ?? addressIds[0]
  return {
    member: showMember(member, 'FULL'),
    ...(language && { language }),
    ...(first && { defaultAddressId: first }),
    tags: {
      addresses: tagged(tags?.addresses, undefined, addressIds),
      emails: tagged(tags?.emails, undefined, contact.emails),
      phones: tagged(tags?.phones, undefined, contact.phones),
    },
    ...(communitySince && { communitySince }),
  }
}

export function myAccountOperations(deps: MemberDeps): Handlers<typeof myAccount> {
  /** The member who asks; staff are none. */
  async function me({
    caller,
    db,
    site,
  }: Pick<Scope<'member'>, 'caller' | 'db' | 'site'>): Promise<StoredMember | Refusal<'MEMBER_NOT_FOUND'>> {
    const member = caller.kind === 'member' ? await findMember(db, site, caller.memberId) : undefined
    return !member || member.deletedAt ? refuse('MEMBER_NOT_FOUND') : member
  }

  async function closingOf(db: Db, site: string, member: StoredMember, now: Date) {
    const { underWay, ...stays } = (await deps.purchasesOf(db, site, [member.id]))(member.id)
    return {
      purgeDate: new Date(now.getTime() + graceMs).toISOString(),
      goes: {
        addresses: member.document.contact.addresses.length,
        cards: await deps.countCards(db, site, member.id),
        sessions: await deps.countSessions(db, site, member.id),
      },
      stays,
      underWay,
      subscriptions: await deps.countSubscriptions(db, site, member.id),
    }
  }

  return {
    async 'GET /vitrine/v1/members/my'(_, scope) {
      const member = await me(scope)
      return member instanceof Refusal ? member : { account: shown(member) }
    },

    async 'PATCH /vitrine/v1/members/my'({ defaultAddressId, language, tags }, scope) {
      const { caller } = scope
      if (caller.kind !== 'member') return refuse('MEMBER_NOT_FOUND')
      const changed = await change(scope, caller.memberId, (member) => {
        const { contact, ...rest } = member.document
        if (defaultAddressId && !contact.addresses.some(({ id }) => id === defaultAddressId))
          return memberViolation('defaultAddressId', 'is none of your addresses')
        const { language: spoken, defaultAddressId: first, tags: before, ...others } = rest
        const languageNow = language === undefined ? spoken : language
        const firstNow = defaultAddressId === undefined ? first : defaultAddressId
        const document: MemberDocument = {
          ...others,
          contact,
          ...(languageNow && { language: languageNow }),
          ...(firstNow && { defaultAddressId: firstNow }),
          tags: {
            addresses: tagged(
              before?.addresses,
              tags?.addresses,
              contact.addresses.map(({ id }) => id),
            ),
            emails: tagged(before?.emails, tags?.emails, contact.emails),
            phones: tagged(before?.phones, tags?.phones, contact.phones),
          },
        }
        return { ...member, document }
      })
      return changed instanceof Refusal ? changed : { account: shown(changed) }
    },

    async 'GET /vitrine/v1/members/my/marketing-consents'(_, scope) {
      const member = await me(scope)
      return member instanceof Refusal ? member : { consents: await emailsOf(scope.db, scope.site, member, deps.newsletterSaid) }
    },

    async 'POST /vitrine/v1/members/my/marketing-consents'({ kind, given, words, place, address }, scope) {
      const member = await me(scope)
      if (member instanceof Refusal) return member
      const said = { kind, given, words, place: place ?? 'account', address: address ?? member.loginEmail, memberId: member.id }
      const known = [member.loginEmail, ...member.document.contact.emails].map((each) => each.toLowerCase())
      if (!known.includes(said.address.toLowerCase())) return memberViolation('address', 'is none of your addresses')
      const consent = await noteConsent(scope, said)
      const proven = member.loginEmailVerified && said.address.toLowerCase() === member.loginEmail.toLowerCase()
      if (kind === 'NEWSLETTER') await deps.noteNewsletter(scope, said, consent.id, proven)
      return { consent }
    },

    async 'GET /vitrine/v1/members/my/export'(_, scope) {
      const member = await me(scope)
      if (member instanceof Refusal) return member
      const { db, site, now } = scope
      const { account, consents, agreements, ...others } = {
        account: shown(member),
        consents: await emailsOf(db, site, member, deps.newsletterSaid),
        agreements: await agreementsOf(db, site, member.id),
        ...(await deps.packed(db, site, member)),
      }
      return {
        fileName: `${member.slug}-${now.toISOString().slice(0, 10)}.json`,
        packedDate: now.toISOString(),
        data: { account, noteOfTheShop: member.note, consents, agreements, ...others },
      }
    },

    async 'GET /vitrine/v1/members/my/closing'(_, scope) {
      const member = await me(scope)
      return member instanceof Refusal ? member : closingOf(scope.db, scope.site, member, scope.now)
    },

    async 'POST /vitrine/v1/members/my/closing'({ contentAssigneeId }, scope) {
      const { caller } = scope
      if (caller.kind !== 'member') return refuse('MEMBER_NOT_FOUND')
      const gone = await discard(scope, caller.memberId, { by: 'SELF', contentAssigneeId }, deps)
      return gone instanceof Refusal ? gone : { purgeDate: gone.purgeAt!.toISOString() }
    },

    async 'GET /vitrine/v1/members/my/blocks'(_, scope) {
      const member = await me(scope)
      if (member instanceof Refusal) return member
      const { db, site } = scope
      const rows = await db.query<{ id: string }>(sql`
        select blocked_id as id from member_block where site = ${site} and member_id = ${member.id} order by created_at desc limit ${blocksAtMost}`)
      const found = new Map((await findMembers(db, site, rows.map(({ id }) => id))).map((one) => [one.id, one])) // biome-ignore format: one look
      return { members: rows.flatMap(({ id }) => (found.has(id) ? [showMember(found.get(id)!, 'PUBLIC')] : [])) }
    },

    async 'POST /vitrine/v1/members/my/blocks'({ memberId }, scope) {
      const member = await me(scope)
      if (member instanceof Refusal) return member
      if (memberId === member.id) return refuse('MEMBER_SELF_BLOCK_FORBIDDEN', { memberId })
      const other = await findMember(scope.db, scope.site, memberId)
      if (!other || other.deletedAt || !isPublic(other)) return refuse('MEMBER_NOT_FOUND')
      await blockBy(scope, member.id, memberId)
      return {}
    },

    async 'DELETE /vitrine/v1/members/my/blocks/{memberId}'({ memberId }, scope) {
      const member = await me(scope)
      if (member instanceof Refusal) return member
      await scope.db.query(
        sql`delete from member_block where site = ${scope.site} and member_id = ${member.id} and blocked_id = ${memberId}`,
      )
      return {}
    },

    async 'GET /vitrine/v1/members/by-slug/{slug}'({ slug }, { db, site, caller, now }) {
      const member = (await findMemberBySlug(db, site, slug)) ?? (await findMemberByOldSlug(db, site, slug, now))
      if (!member || member.deletedAt || !(isPublic(member) || isSelf(caller, member.id))) return refuse('MEMBER_NOT_FOUND')
      if (caller.kind === 'member' && (await findBlockers(db, site, caller.memberId, [member.id])).size > 0)
        return refuse('MEMBER_TO_MEMBER_BLOCKED', { memberId: member.id })
      const { communitySince } = member.document
      return {
        member: showMember(member, 'PUBLIC'),
        memberSince: member.createdAt.toISOString(),
        ...(communitySince && { communitySince }),
      }
    },
  }
}

const blockBy = ({ db, site, now }: Context, memberId: string, blockedId: string): Promise<unknown> =>
  db.query(sql`
    insert into member_block (site, member_id, blocked_id, created_at) values (${site}, ${memberId}, ${blockedId}, ${now}) on conflict do nothing`)
