import { type MarketingConsent, MarketingConsentKind } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { MemberDeps } from './deps.ts'
import type { StoredMember } from './store.ts'

interface StoredConsent {
  readonly id: string
  readonly kind: MarketingConsent['kind']
  readonly given: boolean
  readonly words: string
  readonly place: string
  readonly address: string
  readonly createdAt: Date
}

const shown = ({ createdAt, ...consent }: StoredConsent): MarketingConsent => ({ ...consent, createdDate: createdAt.toISOString() })

export interface Said extends Pick<MarketingConsent, 'kind' | 'given' | 'words' | 'place' | 'address'> {
  readonly memberId: string
}

/** Writes down what a member said to being written to; what they said before stays as it was. */
export async function noteConsent({ db, site, now }: Context, { memberId, ...said }: Said): Promise<MarketingConsent> {
  const id = newId()
  await db.query(sql`
    insert into member_consent (site, id, member_id, kind, given, words, place, address, created_at)
    values (${site}, ${id}, ${memberId}, ${said.kind}, ${said.given}, ${said.words}, ${said.place}, ${said.address}, ${now})`)
  return { ...said, id, createdDate: now.toISOString() }
}

const proofsShown = 200

/**
 * Each kind of email: whether the member wants it by their last word, and all they ever said to it, the newest first. Silence is a no. What was said
 * to the newsletter as a guest or by the link of an email is theirs where the address is proven to be; of another's, a no since ends what they said.
 */
export async function emailsOf(db: Db, site: string, member: StoredMember, newsletterSaid: MemberDeps['newsletterSaid']) {
  const rows = await db.query<StoredConsent>(sql`
    select id, kind, given, words, place, address, created_at as "createdAt" from member_consent
    where site = ${site} and member_id = ${member.id} order by id desc limit ${proofsShown}`)
  const { loginEmail: address, loginEmailVerified } = member
  const saidAsMember = rows.findLast(({ kind }) => kind === 'NEWSLETTER')?.createdAt
  const elsewhere = (await newsletterSaid(db, site, address))
    .filter(({ given, saidAt }) => loginEmailVerified || (!given && saidAsMember !== undefined && saidAt >= saidAsMember))
    .map(
      ({ saidAt, id, given, words, place }): StoredConsent => ({ id, kind: 'NEWSLETTER', given, words, place, address, createdAt: saidAt }),
    )
  const all = [...rows, ...elsewhere].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
  return MarketingConsentKind.options.map((kind) => {
    const proof = all.filter((row) => row.kind === kind).map(shown)
    return { kind, given: proof[0]?.given ?? false, proof }
  })
}
