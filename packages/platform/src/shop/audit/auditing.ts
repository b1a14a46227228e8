import { type AuditAct, type AuditField, contract, type Operation, type Route } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { AuditedWrite, Auditing } from '../../kernel/http/auditing.ts'
import { clientInfoOf, type Scope } from '../../kernel/http/handlers.ts'
import { Prepared, type WireRequest } from '../../kernel/http/wire.ts'
import { differences, type Json } from './difference.ts'
import type { AuditedShop, Entity, Kind } from './kind.ts'
import { hold, type KindName, kindOf, kinds } from './kinds.ts'
import { beginEntry, type Change, dropEntry, endEntry, findEntry, keepEntry, type NewEntry, type Origin, type Pictures } from './store.ts'
import { foreseen, kindOfLine, made, type Subject, type SubjectsDeps } from './subjects.ts'

export interface AuditingDeps extends SubjectsDeps {
  readonly database: Database
}

/** Takes back what an entry tells of: about the same things as that. */
const revertLine = 'POST /vitrine/v1/audit/{id}/revert' satisfies Route

const keyOf = ({ kind, id }: Subject): string => `${kind} ${id}`
/** Of things that are changed at once, values are recorded for at most so many. */
const mostPictures = 100
/** More than so many orders at once are looked at without their payments and shipments. */
const many = 5

/** Locks what a write is about, so that nobody else changes it before the write is committed. */
export async function holdAll(db: Db, site: string, subjects: readonly Subject[]): Promise<void> {
  const byKind = Map.groupBy(subjects.slice(0, mostPictures), ({ kind }) => kind)
  for (const [kind, all] of byKind)
    await hold(
      db,
      site,
      kind,
      all.map(({ id }) => id),
    )
}

export async function picturesOf(scope: Scope<'user'>, subjects: readonly Subject[], shop: AuditedShop): Promise<Pictures> {
  const seen = await Promise.all(
    subjects.slice(0, mostPictures).map(async (subject) => {
      const picture = await kinds[subject.kind].look(scope, subject.id, shop, subjects.length > many)
      return picture === undefined ? [] : [[keyOf(subject), picture] as const]
    }),
  )
  return Object.fromEntries(seen.flat())
}

/** What a thing is given when it is made. */
const givens: ReadonlySet<string> = new Set(['id', 'createdDate', 'dateCreated'])

export function changesOf(subjects: readonly Subject[], before: Pictures, after: Pictures): readonly Change[] {
  return subjects.map((subject) => {
    const [was, is] = [before[keyOf(subject)], after[keyOf(subject)]]
    const { name } = kinds[subject.kind] as Kind
    const picture = (is ?? was) as Entity | undefined
    const called = picture && name?.(picture)
    return {
      kind: subject.kind,
      id: subject.id,
      ...((typeof called === 'string' || typeof called === 'number') && String(called) !== '' && { name: String(called).slice(0, 200) }),
      was: was !== undefined,
      is: is !== undefined,
      fields: differences(was, is).filter(({ path: [field] }) => !givens.has(field!)),
    }
  })
}

/** Texts and numbers are no longer than a line, and lists of few of them. */
const isLong = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !(Array.isArray(value) && value.every((one) => typeof one !== 'object') && value.join().length <= 80)

/** As much of a value as a line of a list has room for. */
function inShort({ path, before, after, cut }: AuditField): AuditField {
  const short = (value: unknown) => (typeof value === 'string' ? value.slice(0, 80) : value)
  if (cut || [before, after].some(isLong)) return { path, cut: true }
  return { path, ...(before !== undefined && { before: short(before) }), ...(after !== undefined && { after: short(after) }) }
}

const mostWords = 80

/** What somebody would look for: names, kinds, fields and the request. */
function wordsOf(changes: readonly Change[], requestId: string): readonly string[] {
  const words = new Set([requestId.toLowerCase()])
  const add = (text: string) => {
    const small = text.toLowerCase()
    for (const word of [...small.split(/\s+/), ...small.split(/[^\p{L}\p{N}]+/u)])
      if (word !== '' && words.size < mostWords) words.add(word)
  }
  for (const { kind, name = '' } of changes) {
    add(inWords(kind))
    add(name)
  }
  for (const { fields } of changes) for (const { path } of fields) for (const step of path) if (!step.startsWith('#')) add(inWords(step))
  return [...words]
}

/** `billingInfo` as people say it. */
const inWords = (name: string): string => name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')

/** Bounds what is recorded of one write: what is beyond is only counted. */
const longestChanges = 200_000

function bounded(changes: readonly Change[]): readonly Change[] {
  let room = longestChanges
  return changes.map((change) => {
    const fields = change.fields.map((field) => {
      room -= JSON.stringify(field).length
      return room >= 0 ? field : { path: field.path, cut: true }
    })
    return { ...change, fields }
  })
}

function actOf(line: Route, changes: readonly Change[]): AuditAct {
  const own = changes.filter(({ kind }) => kind === kindOfLine(line))
  if (own.length > 0 && own.every(({ was, is }) => !was && is)) return 'CREATED'
  if (own.length > 0 && own.every(({ was, is }) => was && !is)) return 'DELETED'
  return /^(PATCH|PUT) /.test(line) || own.some(({ kind }) => (kinds[kind as KindName] as Kind).update?.line === line) ? 'CHANGED' : 'DONE'
}

export const originOf = ({ headers, requestId }: Pick<WireRequest, 'headers' | 'requestId'>): Origin => ({
  address: headers['x-vitrine-peer']?.slice(0, 100) ?? null,
  agent: headers['user-agent']?.slice(0, 400) ?? null,
  requestId: requestId.slice(0, 200),
})

/** What there is to say of a write. */
export function entryOf(
  { line, request, now }: Pick<AuditedWrite, 'line' | 'request' | 'now'>,
  changes: readonly Change[],
  more: Partial<Pick<NewEntry, 'id' | 'inSteps' | 'reverts' | 'act'>> = {},
): NewEntry {
  const origin = originOf(request)
  const [main] = changes
  const fields = changes.flatMap((change) => change.fields)
  const plain = fields.filter(({ before, after }) => typeof (before ?? after) !== 'object')
  const first = plain.find(({ path }) => !path.some((step) => step.startsWith('#'))) ?? plain[0] ?? fields[0]
  return {
    id: newId(),
    at: now,
    act: actOf(line, changes),
    operation: line,
    inSteps: false,
    kind: main?.kind ?? kindOfLine(line) ?? null,
    entityId: main?.id ?? null,
    name: main?.name ?? null,
    first: first ? inShort(first) : null,
    changes: bounded(changes),
    reverts: null,
    words: wordsOf(changes, origin.requestId),
    ...origin,
    ...more,
  }
}

const previewLine = 'POST /vitrine/v1/look-previews' satisfies Route
const orderLine = 'PATCH /ecom/v1/orders/{order.id}' satisfies Route
const draftLine = 'POST /ecom/v1/draft-orders' satisfies Route
const marksOfReaders: ReadonlySet<string> = new Set(['id', 'seenByAHuman'])

/**
 * A look that is only tried, that somebody has seen an order, or is to see it once more, and that the page was opened on which an order is edited:
 * nothing of the shop is other afterwards. What is changed there is written down when it is.
 */
function changesNothing({ line, input }: Pick<AuditedWrite, 'line' | 'input'>): boolean {
  const { order, sourceOrderId, orderId, draftOrder } = input
  if (line === draftLine) return (sourceOrderId ?? orderId ?? undefined) !== undefined && (draftOrder ?? undefined) === undefined
  if (line !== orderLine) return line === previewLine
  return typeof order === 'object' && order !== null && Object.keys(order).every((key) => marksOfReaders.has(key))
}

const steps = { inSteps: true }

const jsonOf = (answer: unknown): Json => (answer instanceof Prepared ? JSON.parse(String(answer.json)) : answer) as Json

export const summaryOf = (line: string): string => (Object.hasOwn(contract, line) ? (contract[line as Route] as Operation).summary : '')

async function subjectsOfEntry(db: Db, site: string, id: string): Promise<Subject[]> {
  const entry = await findEntry(db, site, id)
  return entry ? subjectsOf(entry) : []
}

/** The things of an entry that the log knows how to look at. */
export const subjectsOf = ({ changes }: { readonly changes: readonly Change[] }): Subject[] =>
  changes.flatMap(({ kind, id }) => (kindOf(kind) ? [{ kind: kind as KindName, id }] : []))

/** Looks at what a write is about before and after it, and writes down what became other. */
export function auditing(deps: AuditingDeps): Auditing {
  const { database } = deps
  const scopeOf = ({ caller, now, request }: AuditedWrite, db: Db): Scope<'user'> => ({
    caller,
    merchant: true,
    site: caller.site,
    db,
    now,
    requestId: request.requestId,
    from: clientInfoOf(request),
  })

  return {
    async begin(write, db) {
      if (changesNothing(write)) return async () => {}
      const scope = scopeOf(write, db)
      const reverts = write.line === revertLine ? String(write.input['id']) : null
      const subjects =
        reverts === null ? await foreseen(write.line, write.input, scope, deps) : await subjectsOfEntry(db, scope.site, reverts)
      await holdAll(db, scope.site, subjects)
      const before = await picturesOf(scope, subjects, deps)
      return async (answer) => {
        const all = [...subjects, ...made(write.line, jsonOf(answer), subjects)]
        const changes = changesOf(all, before, await picturesOf(scope, all, deps))
        const entry =
          reverts === null
            ? entryOf(write, changes)
            : entryOf(
                write,
                changes.filter(({ fields }) => fields.length > 0),
                { reverts, act: 'REVERTED' },
              )
        await keepEntry(db, scope.site, write.caller, entry)
      }
    },

    async open(write, attempt) {
      const { site } = write.caller
      const { subjects, first } = await database.transact(async (db) => {
        const scope = scopeOf(write, db)
        const subjects = await foreseen(write.line, write.input, scope, deps)
        const pictures = await picturesOf(scope, subjects, deps)
        const begun = entryOf(write, changesOf(subjects, pictures, pictures), { ...steps, id: attempt, act: 'DONE' })
        return { subjects, first: await beginEntry(db, site, write.caller, begun, pictures) }
      })
      return {
        async close(db, answer) {
          const all = [...subjects, ...made(write.line, jsonOf(answer), subjects)]
          const changes = changesOf(all, first, await picturesOf(scopeOf(write, db), all, deps))
          await endEntry(db, site, entryOf(write, changes, { ...steps, id: attempt }))
        },
        drop: (db) => dropEntry(db, site, attempt),
      }
    },
  }
}
