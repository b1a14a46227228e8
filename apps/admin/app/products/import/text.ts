import type { ProductImport, ProductImportItem, ProductImportState } from '@vitrine/contract'
import type { GlyphName, Tone } from '../../parts/glyph.tsx'

interface Said {
  readonly says: string
  readonly glyph: GlyphName
  readonly tone: Tone
}

export const stateText: Readonly<Record<ProductImportState, Said>> = {
  UPLOADING: { says: 'Uploading', glyph: 'c-ring', tone: 'wait' },
  READY: { says: 'Columns to check', glyph: 'c-dot', tone: 'wait' },
  CHECKING: { says: 'Dry run', glyph: 'c-half', tone: 'info' },
  CHECKED: { says: 'Ready to import', glyph: 'c-dot', tone: 'wait' },
  RUNNING: { says: 'Importing', glyph: 'c-half', tone: 'info' },
  PAUSED: { says: 'Paused', glyph: 'c-dot', tone: 'warn' },
  DONE: { says: 'Imported', glyph: 'c-full', tone: 'done' },
  CANCELED: { says: 'Cancelled', glyph: 'c-slash', tone: 'wait' },
  UNDOING: { says: 'Undoing', glyph: 'c-back', tone: 'info' },
  UNDONE: { says: 'Undone', glyph: 'c-back', tone: 'done' },
  FAILED: { says: 'Cannot be read', glyph: 'c-x', tone: 'bad' },
}

export const formatNames = {
  VITRINE: 'Vitrine, or your own sheet',
  SHOPIFY: 'Shopify',
  WOOCOMMERCE: 'WooCommerce',
  WIX: 'Wix',
} as const

/** While it is in one of these, something goes on by itself. */
export const isUnderWay = (state: ProductImportState): boolean => ['CHECKING', 'RUNNING', 'UNDOING'].includes(state)

/** Whether what it did can be taken back. */
export const canBeUndone = ({ state, counts }: Pick<ProductImport, 'state' | 'counts'>): boolean =>
  ['DONE', 'CANCELED', 'PAUSED'].includes(state) && counts.done > 0

export const sizeText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

export const count = (value: number): string => value.toLocaleString('en-GB')

const mostFields = 3

/** `stock 377, price 22`: in what products change, those first in which most do. */
export function fieldsText(fields: ProductImport['counts']['fields']): string | undefined {
  const shown = fields
    .slice(0, mostFields)
    .map(({ field, products }) => `${field.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())} ${count(products)}`)
  const more = fields.length - shown.length
  return shown.length === 0 ? undefined : `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** How many products the import puts in. */
export const goesIn = ({ counts }: Pick<ProductImport, 'counts'>): number => counts.new + counts.changed

/** Of how many products how many are done, as a share. */
export function shareOf({ state, counts }: Pick<ProductImport, 'state' | 'counts'>): number | undefined {
  const all = state === 'CHECKING' ? counts.products : state === 'UNDOING' ? counts.done : goesIn({ counts })
  return all === 0 ? undefined : Math.min(1, counts.processed / all)
}

export function resultOf({ outcome, state, guesses }: Pick<ProductImportItem, 'outcome' | 'state' | 'guesses'>): Said {
  if (state === 'FAILED') return { says: 'Failed', glyph: 'c-x', tone: 'bad' }
  if (state === 'UNDONE') return { says: 'Undone', glyph: 'c-back', tone: 'wait' }
  if (state === 'CONFLICT') return { says: 'Partly undone', glyph: 'c-half', tone: 'warn' }
  if (outcome === 'ERROR') return { says: 'Stops', glyph: 'c-x', tone: 'bad' }
  if (outcome === 'SKIPPED') return { says: 'Skipped', glyph: 'c-slash', tone: 'wait' }
  if (outcome === 'UNCHANGED') return { says: 'Same', glyph: 'c-ring', tone: 'wait' }
  if (guesses.length > 0) return { says: 'Guessed', glyph: 'c-half', tone: 'info' }
  return outcome === 'NEW'
    ? { says: 'New', glyph: 'd-full', tone: 'ok' }
    : { says: state === 'DONE' ? 'Changed' : 'Changes', glyph: 'c-full', tone: 'done' }
}

type Change = ProductImportItem['changes'][number]

const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** `stock 42 → 60`; of a variant with its name before. */
export function changeText({ field, variant, before, after }: Change): string {
  const name = `${variant === undefined ? '' : `${variant}: `}${field.toLowerCase()}`
  if (before === '') return `${name} ${cut(after)}`
  return after === '' ? `${name} taken away` : `${name} ${cut(before)} → ${cut(after)}`
}
