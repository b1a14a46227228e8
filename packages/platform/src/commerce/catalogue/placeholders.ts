import { joined, joinedApart } from '../../kernel/bytes.ts'
import { type Level, levelAt, preordersOf, quantityOf, some } from './levels.ts'

/**
 * A document of the catalogue is JSON text with marks in it: U+FDD0 where the shop's address goes, U+FDD1 … U+FDD2 around the name of what
 * depends on stock. These are no characters (Unicode promises it), so a document can be cut at them without being read.
 */
export const originMark = '\ufdd0'
const open = '\ufdd1'
const close = '\ufdd2'

/** The same with nothing in its texts that could be taken for a mark, or that no text holds. */
export function unmarked<T extends object>(value: T): T {
  const suspicious = /[\ufdd0-\ufdef]|\\u00[01]/.test(JSON.stringify(value))
  return suspicious ? cleaned(value) : value
}

function cleaned<T>(value: T): T {
  if (typeof value === 'string') return value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufdd0-\ufdef]/g, '') as T
  if (Array.isArray(value)) return value.map(cleaned) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleaned(key), cleaned(inner)])) as T
}

/** What a document has to say about stock, and of which stock items. */
export type Slot =
  | { readonly kind: 'product'; readonly managed: boolean; readonly shelves: readonly number[] }
  | { readonly kind: 'variant'; readonly shelves: readonly [number] }
  | { readonly kind: 'choice'; readonly shelves: readonly number[] }

const letters = { product: 'P', variant: 'V', choice: 'C' } as const

const placeholder = (slot: Slot): string =>
  `${open}${letters[slot.kind]}${slot.kind === 'product' && slot.managed ? 'M' : ''}${slot.shelves.join()}${close}`

/** Writes JSON in which a `Live` stands for what will be known when it is read, and `originMark` for the shop's address. */
export const writeMarked = (value: object): string =>
  JSON.stringify(value, (_, inner: unknown) => (inner instanceof Live ? placeholder(inner.slot) : inner))
    .replaceAll(`"${open}`, open)
    .replaceAll(`${close}"`, close)

/** Stands in a document for what depends on stock. */
export class Live {
  readonly slot: Slot
  constructor(slot: Slot) {
    this.slot = slot
  }
}

/** A document that is ready to be filled in. */
export interface Sheet {
  readonly texts: readonly Buffer[]
  /** Between each two texts. */
  readonly slots: readonly Slot[]
  readonly bytes: number
}

export function cut(document: string, origin: string): Sheet {
  const address = JSON.stringify(origin).slice(1, -1)
  const texts: Buffer[] = []
  const slots: Slot[] = []
  let bytes = 0
  for (const unit of document.split(open)) {
    const end = texts.length === 0 ? -1 : unit.indexOf(close)
    if (end >= 0) slots.push(readSlot(unit.slice(0, end)))
    const text = Buffer.from(unit.slice(end + 1).replaceAll(originMark, address))
    bytes += text.length
    texts.push(text)
  }
  return { texts: joinedApart(texts), slots, bytes }
}

function readSlot(name: string): Slot {
  const managed = name[1] === 'M'
  const list = name.slice(managed ? 2 : 1)
  const shelves = list === '' ? [] : list.split(',').map(Number)
  switch (name[0]) {
    case 'P':
      return { kind: 'product', managed, shelves }
    case 'V':
      return { kind: 'variant', shelves: [shelves[0]!] }
    default:
      return { kind: 'choice', shelves }
  }
}

/** The document with this stock. */
export function fill({ texts, slots }: Sheet, levels: readonly Level[]): Buffer {
  if (slots.length === 0) return texts[0]!
  const units: Buffer[] = [texts[0]!]
  slots.forEach((slot, i) => {
    units.push(Buffer.from(say(slot, levels)), texts[i + 1]!)
  })
  return joined(units)
}

function say(slot: Slot, levels: readonly Level[]): string {
  const held = slot.shelves.map((shelf) => levelAt(levels, shelf))
  switch (slot.kind) {
    case 'choice':
      return String(held.some(some))
    case 'variant': {
      const [level] = held as [Level]
      const quantity = quantityOf(level)
      const tracked = quantity === undefined ? '"trackQuantity":false' : `"trackQuantity":true,"quantity":${quantity}`
      const left = preordersOf(level)
      return `{${tracked},"inStock":${some(level)}${left > 0 ? `,"availableForPreorder":true,"preordersLeft":${left}` : ''}}`
    }
    case 'product': {
      const inStock = held.filter(some).length
      const status = inStock === 0 ? 'OUT_OF_STOCK' : inStock < held.length ? 'PARTIALLY_OUT_OF_STOCK' : 'IN_STOCK'
      const tracked = held.flatMap((level) => quantityOf(level) ?? [])
      const total = tracked.reduce((all, quantity) => all + quantity, 0)
      const quantity = held.length > 0 && tracked.length === held.length ? `"quantity":${total},` : ''
      return `{"trackInventory":${tracked.length > 0},${quantity}"inStock":${inStock > 0},"inventoryStatus":"${status}"}`
    }
  }
}
