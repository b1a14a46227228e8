import { importPartBytes, longestListedCell, type ProductImportState, type productImports } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { Handlers, Scope } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { isViolation, type Violation, violation } from '../../../kernel/violation.ts'
import { type Field, fieldNames, isField, labelOf } from '../csv/columns.ts'
import { fieldsOf } from '../csv/dialects.ts'
import type { ImportDeps } from './deps.ts'
import { editRows, rowsOfItem } from './edit-rows.ts'
import { findItems, firstLinesOf, itemsWithKeys, type StoredItem } from './items.ts'
import { reportLines } from './report.ts'
import type { SampleProducts } from './samples.ts'
import { look, lookAgain, UnreadableFile } from './stage.ts'
import {
  actorOf,
  changeImport,
  createImport,
  findImport,
  findImports,
  type ImportChange,
  noCounts,
  type StoredImport,
  savePart,
  shownImport,
  takeImport,
} from './store.ts'

const days = 24 * 3_600_000
/** A file that never came whole is deleted after a day, an import when it can be undone no more. */
const expiresAfterMs = { unfinished: days, whole: 30 * days, sample: 365 * days }
const beyondTheLastRow = 2_147_483_647
const fields = fieldNames.map((id) => ({ id, name: labelOf(id as Field) }))
const usualLimit = 50
const reportPage = 500

const shownItem = ({ row, rows, name, sku, outcome, changes, errors, guesses, state, productId }: StoredItem) => ({
  row,
  rows,
  name,
  sku,
  outcome: outcome ?? ('UNCHANGED' as const),
  changes: [...changes],
  errors: [...errors],
  guesses: [...guesses],
  state,
  ...(productId !== null && { productId }),
})

type Refused = Violation | Refusal<'PRODUCT_IMPORT_STATE'>

type Scoped = Pick<Scope<'user'>, 'db' | 'site' | 'now' | 'caller'>

/** Imports of products, for the people who run the shop. `poke` lets them be carried out soon. */
export function productImportOperations({
  poke,
  factsOf,
  samples,
}: {
  readonly poke: () => void
  readonly factsOf: ImportDeps['factsOf']
  readonly samples: SampleProducts | undefined
}): Handlers<typeof productImports> {
  /** Changes an import that is in one of these states. */
  async function change(
    { db, site }: Scoped,
    id: string,
    from: readonly ProductImportState[],
    what: (found: StoredImport) => ImportChange | Refused | Promise<ImportChange | Refused>,
  ) {
    const found = await takeImport(db, site, id.toLowerCase())
    if (!found) return refuse('PRODUCT_IMPORT_NOT_FOUND')
    if (!from.includes(found.state)) return refuse('PRODUCT_IMPORT_STATE', { state: found.state })
    const after = await what(found)
    if (after instanceof Refusal) return after
    await changeImport(db, site, found.id, after)
    poke()
    return { productImport: shownImport((await findImport(db, site, found.id))!) }
  }

  async function get(db: Db, site: string, id: string) {
    const found = await findImport(db, site, id.toLowerCase())
    return found ?? refuse('PRODUCT_IMPORT_NOT_FOUND')
  }

  return {
    async 'POST /vitrine/v1/product-imports'({ fileName, bytes }, { db, site, now, caller }) {
      const id = newId()
      await createImport(db, site, {
        id,
        fileName,
        bytes,
        actor: actorOf(caller),
        sample: false,
        now,
        expiresAt: new Date(now.getTime() + expiresAfterMs.unfinished),
      })
      return { productImport: shownImport((await findImport(db, site, id))!) }
    },

    async 'POST /vitrine/v1/product-imports/sample'(_, { db, site, now, caller }) {
      if (!samples) return refuse('PRODUCT_IMPORT_NOT_FOUND')
      const file = Buffer.from(samples.file())
      const id = newId()
      const expiresAt = new Date(now.getTime() + expiresAfterMs.sample)
      await createImport(db, site, {
        id,
        fileName: samples.fileName,
        bytes: file.length,
        actor: actorOf(caller),
        sample: true,
        now,
        expiresAt,
      })
      for (let number = 0; number * importPartBytes < file.length; number++)
        await savePart(db, site, id, number, file.subarray(number * importPartBytes, (number + 1) * importPartBytes))
      await changeImport(db, site, id, { received: file.length, state: 'READY', ...(await look(db, site, { id, bytes: file.length })) })
      return { productImport: shownImport((await findImport(db, site, id))!) }
    },

    async 'GET /vitrine/v1/product-imports'(_, { db, site }) {
      return { productImports: (await findImports(db, site)).map(shownImport) }
    },

    async 'GET /vitrine/v1/product-imports/{id}'({ id }, { db, site }) {
      const found = await get(db, site, id)
      return found instanceof Refusal ? found : { productImport: shownImport(found), fields }
    },

    'PUT /vitrine/v1/product-imports/{id}/parts': ({ id, number, data }, scope) =>
      change(scope, id, ['UPLOADING'], async (found) => {
        const { db, site, now } = scope
        const bytes = Buffer.from(data, 'base64')
        const expected = Math.min(importPartBytes, found.bytes - number * importPartBytes)
        if (expected <= 0) return violation('number', 'is beyond the end of the file')
        if (bytes.length !== expected) return violation('data', `has ${bytes.length} bytes, and this part has ${expected}`)
        const received = await savePart(db, site, found.id, number, bytes)
        if (received < found.bytes) return { received }
        const expiresAt = new Date(now.getTime() + expiresAfterMs.whole)
        try {
          return { received, expiresAt, state: 'READY' as const, ...(await look(db, site, found)) }
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error
          return { received, expiresAt, state: 'FAILED' as const, failure: error.message }
        }
      }),

    'POST /vitrine/v1/product-imports/{id}/check': ({ id, settings }, scope) =>
      change(scope, id, ['READY', 'CHECKED', 'FAILED'], async (found) => {
        const { db, site, now, caller } = scope
        if (found.received < found.bytes) return refuse('PRODUCT_IMPORT_STATE', { state: found.state })
        const before = found.settings
        const isReadAnew = !before || before.encoding !== settings.encoding || before.delimiter !== settings.delimiter
        let { columns } = found
        try {
          if (isReadAnew) columns = await lookAgain(db, site, found, settings)
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error
          return violation('settings.encoding', error.message)
        }
        const names = columns.map(({ name }) => name)
        const isOther = isReadAnew || before.format !== settings.format
        const fields = isOther ? fieldsOf(names, settings.format).map((field) => field ?? '') : settings.columns
        if (fields.length !== columns.length)
          return violation('settings.columns', `has ${fields.length} columns, and the file ${columns.length}`)
        const unknown = fields.findIndex((field) => field !== '' && !isField(field))
        if (unknown >= 0) return violation(`settings.columns[${unknown}]`, 'is nothing that a column can be')
        if (fields.every((field) => field === '')) return violation('settings.columns', 'leave out every column')
        await db.query(sql`delete from product_import_picture where site = ${site} and import_id = ${found.id}`)
        return {
          state: 'CHECKING' as const,
          ...(isReadAnew && { edited: {} }),
          settings: { ...settings, columns: [...fields] },
          columns,
          counts: noCounts,
          staged: false,
          place: 0,
          failure: null,
          actor: actorOf(caller),
          startedAt: now,
          endedAt: null,
        }
      }),

    async 'POST /vitrine/v1/product-imports/{id}/items'({ id, only, after, limit, lines }, { db, site }) {
      const found = await get(db, site, id)
      if (found instanceof Refusal) return found
      const most = limit ?? usualLimit
      const items = await findItems(db, site, found.id, { only, after: after ?? 0, limit: most + 1 })
      const shown = items.slice(0, most)
      const rows = shown.map(({ row }) => row)
      const linesOf = lines ? await firstLinesOf(db, site, found.id, rows, { lines, longest: longestListedCell }) : undefined
      const withLines = (item: (typeof shown)[number]) => ({
        ...shownItem(item),
        ...(linesOf && { lines: (linesOf.get(item.row) ?? []).map(({ row, cells }) => ({ row, cells: [...cells] })) }),
      })
      return { items: shown.map(withLines), ...(items.length > most && { next: shown.at(-1)!.row }) }
    },

    async 'POST /vitrine/v1/product-imports/{id}/rows'({ id, row }, { db, site }) {
      const found = await get(db, site, id)
      if (found instanceof Refusal) return found
      const rows = await rowsOfItem(db, site, found.id, row)
      return { rows: rows.map((one) => ({ row: one.row, cells: [...one.cells] })) }
    },

    async 'PATCH /vitrine/v1/product-imports/{id}/rows'({ id, rows }, scope) {
      const { db, site } = scope
      let keys: readonly string[] = []
      const answer = await change(scope, id, ['CHECKED'], async (found) => {
        const done = await editRows(db, site, found, rows, await factsOf(db, site))
        if (isViolation(done)) return done
        keys = done.keys
        return { edited: done.edited, counts: done.counts }
      })
      if (answer instanceof Refusal) return answer
      return { ...answer, items: (await itemsWithKeys(db, site, answer.productImport.id, keys)).map(shownItem) }
    },

    'POST /vitrine/v1/product-imports/{id}/start': ({ id }, scope) =>
      change(scope, id, ['CHECKED', 'PAUSED'], (found) => ({
        state: 'RUNNING',
        actor: actorOf(scope.caller),
        endedAt: null,
        ...(found.state === 'CHECKED' && {
          place: 0,
          startedAt: scope.now,
          counts: { ...found.counts, processed: 0 },
          expiresAt: new Date(scope.now.getTime() + (found.sample ? expiresAfterMs.sample : expiresAfterMs.whole)),
        }),
      })),

    'POST /vitrine/v1/product-imports/{id}/pause': ({ id }, scope) => change(scope, id, ['RUNNING'], () => ({ state: 'PAUSED' })),

    'POST /vitrine/v1/product-imports/{id}/cancel': ({ id }, scope) =>
      change(scope, id, ['CHECKING', 'RUNNING', 'PAUSED'], (found) =>
        found.state === 'CHECKING' ? { state: 'READY', staged: false, counts: noCounts } : { state: 'CANCELED', endedAt: scope.now },
      ),

    'POST /vitrine/v1/product-imports/{id}/undo': ({ id }, scope) =>
      change(scope, id, ['DONE', 'CANCELED', 'PAUSED'], (found) => ({
        state: 'UNDOING',
        place: beyondTheLastRow,
        actor: actorOf(scope.caller),
        endedAt: null,
        counts: { ...found.counts, processed: 0, conflicts: 0 },
      })),

    async 'POST /vitrine/v1/product-imports/{id}/report'({ id, after, onlyErrors }, { db, site }) {
      const found = await get(db, site, id)
      if (found instanceof Refusal) return found
      const items = await findItems(db, site, found.id, { only: onlyErrors ? 'ERROR' : null, after: after ?? 0, limit: reportPage + 1 })
      const shown = items.slice(0, reportPage)
      const isFirst = after === null || after === undefined
      return { csv: reportLines(shown, found.state, isFirst), ...(items.length > reportPage && { next: shown.at(-1)!.row }) }
    },

    async 'DELETE /vitrine/v1/product-imports/{id}'({ id }, { db, site }) {
      const found = await takeImport(db, site, id.toLowerCase())
      if (!found) return refuse('PRODUCT_IMPORT_NOT_FOUND')
      if (['CHECKING', 'RUNNING', 'UNDOING'].includes(found.state)) return refuse('PRODUCT_IMPORT_STATE', { state: found.state })
      await db.query(sql`delete from product_import where site = ${site} and id = ${found.id}`)
      return {}
    },
  }
}
