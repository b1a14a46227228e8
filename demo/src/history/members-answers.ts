import { type Db, sql } from '@vitrine/platform/kernel/db/sql'
import { demoSite, productIdOf } from '../ids.ts'
import { answerIdOf, asked, questionIdOf } from '../questions.ts'

interface Purchase {
  readonly memberId: string
  readonly orderId: string
  readonly name: string
}

/** What buyers answer is said by members who have bought the product; each answers once. Those in the community show what they say. */
export async function addMembersAnswers(db: Db, now: Date): Promise<void> {
  const answered = new Set<string>()
  for (const question of asked)
    for (const [nth, { author }] of (question.answers ?? []).entries()) {
      if (author === undefined) continue
      const purchases = await db.query<Purchase>(sql`
        select distinct on (member.privacy_status = 'PUBLIC', member.id) member.id as "memberId", orders.id as "orderId",
          concat(member.document #>> '{contact,firstName}', ' ', upper(left(member.document #>> '{contact,lastName}', 1)), '.') as name
        from orders join member on member.site = ${demoSite} and member.id = orders.member_id and member.status = 'APPROVED'
        where orders.site = ${demoSite} and orders.status = 'APPROVED' and orders.member_id is not null
          and orders.item_ids @> array[${productIdOf(question.product)}]
        order by member.privacy_status = 'PUBLIC' desc, member.id, orders.created_at`)
      const by = purchases.find(({ memberId }) => !answered.has(memberId))
      if (!by) continue
      answered.add(by.memberId)
      await db.query(sql`
        update question_answer set member_id = ${by.memberId}, order_id = ${by.orderId}, author_name = ${by.name}
        where site = ${demoSite} and id = ${answerIdOf(question, nth)}`)
    }
  // What nobody has answered is asked by members, too: they are told of the answer.
  const open = asked.filter(({ answers, reasons }) => !answers && !reasons)
  const askers = await db.query<{ id: string; name: string }>(sql`
    select id, concat(document #>> '{contact,firstName}', ' ', upper(left(document #>> '{contact,lastName}', 1)), '.') as name from member
    where site = ${demoSite} and status = 'APPROVED' and id <> all(${[...answered]}::uuid[]) and document #>> '{contact,firstName}' <> ''
    order by login_email limit ${open.length}`)
  for (const [nth, question] of open.entries()) {
    const by = askers[nth]
    if (by)
      await db.query(sql`
        update question set member_id = ${by.id}, author_name = ${by.name} where site = ${demoSite} and id = ${questionIdOf(question)}`)
  }
  await db.query(sql`
    insert into member_page (site, member_id, shows_words, shows_bought, indexable, updated_at)
    select ${demoSite}, id, true, true, false, ${now} from member
    where site = ${demoSite} and id = any(${[...answered]}::uuid[]) and privacy_status = 'PUBLIC'`)
}
