import type { AgreedPage, MemberAgreement } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'

/** Writes down what somebody agreed to by opening their account. */
export async function noteAgreement(
  { db, site, now }: Context,
  memberId: string,
  { words, pages }: { readonly words: string; readonly pages: readonly AgreedPage[] },
): Promise<void> {
  await db.query(sql`
    insert into member_agreement (site, id, member_id, words, pages, created_at)
    values (${site}, ${newId()}, ${memberId}, ${words}, ${JSON.stringify(pages)}::jsonb, ${now})`)
}

const agreementsShown = 100

export async function agreementsOf(db: Db, site: string, memberId: string): Promise<MemberAgreement[]> {
  const rows = await db.query<{ words: string; pages: AgreedPage[]; createdAt: Date }>(sql`
    select words, pages, created_at as "createdAt" from member_agreement
    where site = ${site} and member_id = ${memberId} and member_id is not null order by id desc limit ${agreementsShown}`)
  return rows.map(({ words, pages, createdAt }) => ({ words, pages, createdDate: createdAt.toISOString() }))
}
