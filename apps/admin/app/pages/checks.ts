import type { PageBlock, PageField, PageKind, PageSpan } from '@vitrine/contract'
import { fieldNames } from './text.ts'

/** Something that a page says or does not say. */
export interface PageCheck {
  readonly ok: boolean
  readonly says: string
}

/** What a page of a kind usually names. */
const usual: Partial<Record<PageKind, readonly PageField[]>> = {
  IMPRINT: ['SHOP_NAME', 'ADDRESS', 'EMAIL', 'PHONE'],
  PRIVACY: ['SHOP_NAME', 'EMAIL', 'PAYMENT_METHODS', 'SHIPPING_METHODS'],
  TERMS: ['SHOP_NAME', 'PAYMENT_METHODS', 'DELIVERY_COUNTRIES'],
  WITHDRAWAL: ['SHOP_NAME', 'ADDRESS', 'EMAIL'],
  SHIPPING: ['DELIVERY_COUNTRIES'],
  CONTACT: ['EMAIL'],
}

const spansOf = ({ text = [], items = [], rows = [] }: PageBlock): readonly PageSpan[] => [
  ...text,
  ...items.flatMap((item) => item.text),
  ...rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.text)),
]

/** What a page names, what it does not, and what is still to be filled in. A help, not a lawyer. */
export function checksOf(kind: PageKind, blocks: readonly PageBlock[], values: ReadonlyMap<PageField, string>): PageCheck[] {
  const spans = blocks.flatMap(spansOf)
  const words = spans.map(({ text = '' }) => text).join('')
  const used = new Set(spans.flatMap(({ field }) => field ?? []))
  const gaps = words.match(/\[[^\]\n]+\]/g)?.length ?? 0
  const named = (usual[kind] ?? []).map((field): PageCheck => {
    const value = values.get(field)
    const ok = used.has(field) ? value !== '' : Boolean(value) && words.includes(value!)
    if (used.has(field) && value === '') return { ok, says: `${fieldNames[field]}: nothing is set, so it is left out` }
    return { ok, says: ok ? `${fieldNames[field]}: named` : `${fieldNames[field]}: not named` }
  })
  const others = [...used].filter((field) => !(usual[kind] ?? []).includes(field) && values.get(field) === '')
  return [
    ...(gaps > 0
      ? [
          {
            ok: false,
            says: gaps === 1 ? 'One place in [brackets] is to be filled in' : `${gaps} places in [brackets] are to be filled in`,
          },
        ]
      : []),
    ...named,
    ...others.map((field) => ({ ok: false, says: `${fieldNames[field]}: nothing is set, so it is left out` })),
  ]
}
