import type { QuestionInQueue, QuestionState } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { isId } from '../../kernel/db/id.ts'
import { type Db, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import { countEach } from '../../kernel/query/count.ts'
import { holding } from '../../kernel/query/like.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import type { QuestionDeps } from './deps.ts'
import { stateOf } from './rules.ts'
import { showAnswer, showQuestion } from './show.ts'
import { answersOf, questionColumns, type StoredAnswer, type StoredQuestion } from './store.ts'

const states: Readonly<Record<QuestionState, Sql>> = {
  TO_ANSWER: sql`question.status <> 'REJECTED' and (question.answers = 0 or question.waiting_answers > 0)`,
  ANSWERED: sql`question.status <> 'REJECTED' and question.answers > 0 and question.waiting_answers = 0`,
  REJECTED: sql`question.status = 'REJECTED'`,
}

const mostCounted = 10_000
const counted = ['TO_ANSWER', 'ANSWERED', 'REJECTED'] as const

/** How many there are of each state, none counted beyond a limit. */
export async function countByState(db: Db, site: string) {
  const counts = await countEach(
    db,
    'question',
    counted.map((state) => sql`site = ${site} and ${states[state]}`),
    mostCounted,
  )
  return counted.map((state, i) => ({ state, count: counts[i]! }))
}

const saying = (words: string): Sql => sql`(
  lower(concat_ws(' ', question.body, question.author_name)) like ${holding(words)}
  or exists (select from question_answer answer where answer.site = question.site and answer.question_id = question.id
    and lower(concat_ws(' ', answer.body, answer.author_name)) like ${holding(words)}))`

interface Place {
  readonly at: Date
  readonly id: string
}

const cursorOf = ({ createdAt, id }: StoredQuestion): string => `${createdAt.getTime()}.${id}`

function placeOf(cursor: string | null | undefined): Place | undefined | Refusal<'INVALID_ARGUMENT'> {
  if (!cursor) return undefined
  const [, at, id] = /^(\d{1,14})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  return at !== undefined && id !== undefined && isId(id)
    ? { at: new Date(Number(at)), id }
    : violation('cursor', 'is none of a page before')
}

export interface Sought {
  readonly state?: QuestionState | null | undefined
  readonly words?: string | null | undefined
  readonly questionId?: string | null | undefined
  readonly limit: number
  readonly cursor?: string | null | undefined
}

/** A page of questions with what there is to know of each. */
export async function searchQuestions(
  deps: QuestionDeps,
  { db, site }: Pick<Context, 'db' | 'site'>,
  { state, words, questionId, limit, cursor }: Sought,
) {
  const place = placeOf(cursor)
  if (place instanceof Refusal) return place
  const oldestFirst = state === 'TO_ANSWER'
  const wanted = words?.trim()
  const after = place
    ? oldestFirst
      ? sql`(question.created_at, question.id) > (${place.at}, ${place.id}::uuid)`
      : sql`(question.created_at, question.id) < (${place.at}, ${place.id}::uuid)`
    : sql`true`
  const rows = await db.query<StoredQuestion>(
    plannedEachTime(sql`
      select ${questionColumns} from question
      where site = ${site} and ${state ? states[state] : sql`true`} and ${wanted ? saying(wanted) : sql`true`}
        and ${questionId ? sql`question.id = ${questionId}` : sql`true`} and ${after}
      order by ${oldestFirst ? sql`created_at, id` : sql`created_at desc, id desc`} limit ${limit + 1}`),
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    questions: await withFacts(deps, db, site, shown),
    ...(rows.length > limit && last && { nextCursor: cursorOf(last) }),
  }
}

async function withFacts(deps: QuestionDeps, db: Db, site: string, rows: readonly StoredQuestion[]): Promise<QuestionInQueue[]> {
  const answers = await answersOf(
    db,
    site,
    rows.map(({ id }) => id),
    false,
  )
  const all = [...answers.values()].flat()
  const products = await deps.productsOf(db, site, [...new Set(rows.map(({ productId }) => productId))])
  const orders = await deps.ordersOf(
    db,
    site,
    all.flatMap(({ orderId }) => orderId ?? []),
  )
  const askers = new Map<string, NonNullable<QuestionInQueue['asker']>>()
  for (const { memberId } of rows)
    if (memberId !== null && !askers.has(memberId)) askers.set(memberId, await askerOf(deps, db, site, memberId))
  return rows.map((row) => {
    const those = answers.get(row.id) ?? []
    const product = products.get(row.productId)
    const asker = row.memberId === null ? undefined : askers.get(row.memberId)
    return {
      question: showQuestion(
        row,
        those.map((answer) => showAnswer(answer)),
      ),
      state: stateOf(row),
      reasons: [...row.reasons],
      ...(product && { product }),
      ...(asker && { asker }),
      answers: those.map((answer) => ofAnswer(answer, orders)),
    }
  })
}

function ofAnswer({ id, memberId, orderId, reasons }: StoredAnswer, orders: Awaited<ReturnType<QuestionDeps['ordersOf']>>) {
  const order = orderId === null ? undefined : orders.get(orderId)
  return { answerId: id, ...(memberId !== null && { memberId }), reasons: [...reasons], ...(order && { order }) }
}

async function askerOf({ countOrders }: QuestionDeps, db: Db, site: string, memberId: string) {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from question where site = ${site} and member_id = ${memberId} and member_id is not null`,
  )
  return { memberId, orders: await countOrders(db, site, memberId), questions: row!.count }
}
