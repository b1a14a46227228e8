import { mostInStock, type Received, type StockTransfer, type stockTransfers } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { Unreadable } from '../../kernel/query/filter.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { changedAt, type Places, unitsAt } from './allocation.ts'
import { variantEvents } from './events.ts'
import type { PictureAt } from './levels.ts'
import { holdLocations, keepOpen } from './location-store.ts'
import type { InventoryDeps } from './operations.ts'
import { findPlaces } from './places.ts'
import type { StockRow } from './rules.ts'
import { holdStock, type PlacedChange, shared, writePlaced } from './store.ts'
import { isComplete, keyOf, onItsWay, receivedLines, type StoredTransfer, summed, type Units } from './transfer-rules.ts'
import { showHead, showLine, showSummary } from './transfer-show.ts'
import {
  findLines,
  findTransfer,
  findTransfers,
  holdTransfer,
  insertTransfer,
  saveLines,
  saveTransfer,
  writeLines,
} from './transfer-store.ts'

export interface TransferDeps extends Pick<InventoryDeps, 'keepByStock'> {
  readonly pictureAt: PictureAt
}

type GivenLines = NonNullable<Received<'POST /vitrine/v1/inventory/transfers/{transferId}/receive'>['received']>

const unitsOf = (lines: GivenLines): readonly Units[] =>
  summed(
    lines.map(({ productId, variantId, quantity }) => ({
      productId: productId.toLowerCase(),
      variantId: (variantId ?? shared).toLowerCase(),
      quantity,
    })),
  )

/** Words that are no more than blanks are none. */
const wordsOf = (given: string | null | undefined, before: string | null): string | null =>
  given === undefined ? before : given?.trim() || null

export function transferOperations({ pictureAt, keepByStock }: TransferDeps): Handlers<typeof stockTransfers> {
  async function answer({ db, site }: Scope, transferId: string): Promise<{ transfer: StockTransfer } | Refusal<'TRANSFER_NOT_FOUND'>> {
    const found = await findTransfer(db, site, transferId)
    if (!found) return refuse('TRANSFER_NOT_FOUND')
    const lines = found.lines.map((line) => showLine(line, pictureAt))
    const total = (field: 'quantity' | 'received') => lines.reduce((sum, line) => sum + line[field], 0)
    return { transfer: { ...showHead(found), lines, quantity: total('quantity'), received: total('received') } }
  }

  /** A transfer that is held in the status and revision that a step is made to. */
  async function heldIn({ db, site }: Scope, transferId: string, revision: string, ...statuses: readonly StoredTransfer['status'][]) {
    const transfer = await holdTransfer(db, site, transferId)
    if (!transfer) return refuse('TRANSFER_NOT_FOUND')
    if (revision !== String(transfer.revision)) return refuse('STALE_REVISION')
    return statuses.includes(transfer.status) ? transfer : refuse('TRANSFER_STATUS', { status: transfer.status })
  }

  /** The stock of lines, held; refuses the first that has none. */
  async function stockOf({ db, site }: Scope, lines: readonly Omit<Units, 'quantity'>[]) {
    const rows = await holdStock(db, site, [...new Set(lines.map(({ productId }) => productId))])
    const byKey = new Map(rows.map((row) => [keyOf(row), row]))
    for (const line of lines) {
      const { productId, variantId } = line
      if (byKey.has(keyOf(line))) continue
      return rows.some((row) => row.productId === productId)
        ? refuse('INVENTORY_VARIANT_NOT_FOUND', { productId, variantId })
        : refuse('PRODUCT_NOT_FOUND')
    }
    return byKey
  }

  /** Moves units at a location, and tells of it. */
  async function move(
    scope: Scope<'user'>,
    transfer: StoredTransfer,
    moves: readonly (readonly [StockRow, number])[],
    at: string,
    places: Places,
  ) {
    const changes = moves
      .filter(([, by]) => by !== 0)
      .map(
        ([before, by]): PlacedChange => ({
          before,
          after: { ...before, quantity: before.quantity + by },
          elsewhere: changedAt(before, by, at, places),
        }),
      )
    await writePlaced(scope, changes, 'TRANSFER', { caller: scope.caller, transferId: transfer.id })
    await keepByStock(
      scope,
      changes.map(({ after }) => after),
    )
    await append(scope.db, scope.site, scope.now, variantEvents(changes, 'MANUAL', scope.now))
  }

  /** Whether units can go from one location to another. */
  async function between({ db, site }: Scope, from: string, to: string) {
    if (from === to) return violation('transfer.toLocationId', 'is where it comes from')
    const saved = await keepOpen(db, site, [from, to])
    if (saved.length < 2) return refuse('LOCATION_NOT_FOUND')
    return saved.every(({ active }) => active) ? undefined : refuse('LOCATION_INACTIVE')
  }

  return {
    async 'POST /vitrine/v1/inventory/transfers/query'({ query }, { db, site }) {
      try {
        const { rows, metadata } = await findTransfers(db, site, query ?? {})
        return { transfers: rows.map(showSummary), pagingMetadata: metadata }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },

    async 'GET /vitrine/v1/inventory/transfers/{transferId}'({ transferId }, scope) {
      return answer(scope, transferId)
    },

    async 'POST /vitrine/v1/inventory/transfers'({ transfer: given }, scope) {
      const { db, site, now, caller } = scope
      await holdLocations(scope)
      const [from, to] = [given.fromLocationId.toLowerCase(), given.toLocationId.toLowerCase()]
      const no = await between(scope, from, to)
      if (no) return no
      const lines = unitsOf(given.lines)
      const stock = await stockOf(scope, lines)
      if (stock instanceof Refusal) return stock
      const id = newId()
      await insertTransfer(scope, {
        id,
        status: 'DRAFT',
        fromLocationId: from,
        toLocationId: to,
        reference: wordsOf(given.reference, null),
        note: wordsOf(given.note, null),
        expectedAt: given.expectedDate ? new Date(given.expectedDate) : null,
        actorKind: caller.kind === 'user' ? 'STAFF' : 'API_KEY',
        actorId: caller.kind === 'user' ? caller.userId : caller.appId,
        sentAt: null,
        closedAt: null,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      })
      await writeLines(db, site, id, lines)
      return answered(await answer(scope, id))
    },

    async 'PATCH /vitrine/v1/inventory/transfers/{transfer.id}'({ transfer: given }, scope) {
      const { db, site } = scope
      const transfer = await heldIn(scope, given.id, given.revision, 'DRAFT', 'IN_TRANSIT', 'RECEIVED', 'CANCELED')
      if (transfer instanceof Refusal) return transfer
      const from = given.fromLocationId?.toLowerCase() ?? transfer.fromLocationId
      const to = given.toLocationId?.toLowerCase() ?? transfer.toLocationId
      const lines = given.lines && unitsOf(given.lines)
      const isMoved = from !== transfer.fromLocationId || to !== transfer.toLocationId
      if (isMoved || lines) {
        if (transfer.status !== 'DRAFT') return refuse('TRANSFER_STATUS', { status: transfer.status })
        const no = await between(scope, from, to)
        if (no) return no
      }
      if (lines) {
        const stock = await stockOf(scope, lines)
        if (stock instanceof Refusal) return stock
        await writeLines(db, site, transfer.id, lines)
      }
      await saveTransfer(scope, {
        ...transfer,
        fromLocationId: from,
        toLocationId: to,
        reference: wordsOf(given.reference, transfer.reference),
        note: wordsOf(given.note, transfer.note),
        expectedAt: given.expectedDate === undefined ? transfer.expectedAt : given.expectedDate ? new Date(given.expectedDate) : null,
      })
      return answered(await answer(scope, transfer.id))
    },

    async 'POST /vitrine/v1/inventory/transfers/{transferId}/send'({ transferId, revision }, scope) {
      const { db, site, now } = scope
      const transfer = await heldIn(scope, transferId, revision, 'DRAFT')
      if (transfer instanceof Refusal) return transfer
      const from = transfer.fromLocationId
      const lines = await findLines(db, site, transfer.id)
      if (lines.length === 0) return refuse('TRANSFER_EMPTY')
      const stock = await stockOf(scope, lines)
      if (stock instanceof Refusal) return stock.code === 'PRODUCT_NOT_FOUND' ? goneOf(lines) : stock
      const moves = lines.map((line) => [stock.get(keyOf(line))!, -line.quantity] as const)
      const items = moves
        .map(([row, by]) => {
          const available = row.tracked ? Math.max(0, unitsAt(row, from, site)) : 0
          return { productId: row.productId, variantId: row.variantId, requested: -by, available }
        })
        .filter(({ requested, available }) => requested > available)
      if (items.length > 0) return refuse('INSUFFICIENT_INVENTORY', { items })
      await move(scope, transfer, moves, from, await findPlaces(db, site))
      await saveTransfer(scope, { ...transfer, status: 'IN_TRANSIT', sentAt: now })
      return answered(await answer(scope, transfer.id))
    },

    async 'POST /vitrine/v1/inventory/transfers/{transferId}/receive'({ transferId, revision, received, close }, scope) {
      const { db, site, now } = scope
      const transfer = await heldIn(scope, transferId, revision, 'IN_TRANSIT')
      if (transfer instanceof Refusal) return transfer
      const lines = await findLines(db, site, transfer.id)
      const arrived = unitsOf(received ?? [])
      const strange = arrived.find((one) => !lines.some((line) => keyOf(line) === keyOf(one)))
      if (strange) return refuse('TRANSFER_LINE_NOT_FOUND', { productId: strange.productId, variantId: strange.variantId })
      const stock = await stockOf(scope, arrived)
      if (stock instanceof Refusal) return stock.code === 'PRODUCT_NOT_FOUND' ? goneOf(arrived) : stock
      const moves = arrived.map((one) => [stock.get(keyOf(one))!, one.quantity] as const)
      const tooMany = moves.findIndex(([row, by]) => row.quantity + by > mostInStock)
      if (tooMany >= 0) return violation(`received[${tooMany}].quantity`, 'makes more than can be in stock', 'MAX')
      await move(scope, transfer, moves, transfer.toLocationId, await findPlaces(db, site))
      const after = receivedLines(lines, arrived, close ?? false)
      await saveLines(db, site, transfer.id, after)
      await saveTransfer(scope, { ...transfer, ...(isComplete(after) && { status: 'RECEIVED', closedAt: now }) })
      return answered(await answer(scope, transfer.id))
    },

    async 'POST /vitrine/v1/inventory/transfers/{transferId}/cancel'({ transferId, revision }, scope) {
      const { db, site, now } = scope
      const transfer = await heldIn(scope, transferId, revision, 'DRAFT', 'IN_TRANSIT')
      if (transfer instanceof Refusal) return transfer
      if (transfer.status === 'IN_TRANSIT') {
        const lines = await findLines(db, site, transfer.id)
        const rows = await holdStock(db, site, [...new Set(lines.map(({ productId }) => productId))])
        const byKey = new Map(rows.map((row) => [keyOf(row), row]))
        const back = lines.filter((line) => byKey.has(keyOf(line)))
        const moves = back.map((line) => [byKey.get(keyOf(line))!, onItsWay(line)] as const)
        await move(scope, transfer, moves, transfer.fromLocationId, await findPlaces(db, site))
        // What was deleted meanwhile has nowhere to go back to.
        await saveLines(
          db,
          site,
          transfer.id,
          lines.map((line) => (byKey.has(keyOf(line)) ? line : { ...line, missing: onItsWay(line) })),
        )
      }
      await saveTransfer(scope, { ...transfer, status: 'CANCELED', closedAt: now })
      return answered(await answer(scope, transfer.id))
    },
  }
}

/** The first line, whose product was deleted. */
const goneOf = (lines: readonly Omit<Units, 'quantity'>[]) => {
  const [{ productId, variantId }] = lines as readonly [Units]
  return refuse('INVENTORY_VARIANT_NOT_FOUND', { productId, variantId })
}

/** What was just written is there. */
function answered<T>(found: T | Refusal<'TRANSFER_NOT_FOUND'>): T {
  if (found instanceof Refusal) throw new Error('a transfer that was written is not there')
  return found
}
