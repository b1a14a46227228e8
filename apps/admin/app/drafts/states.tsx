import type { DraftOverview } from '@vitrine/contract'
import { type GlyphName, Status, type Tone } from '../parts/glyph.tsx'

/** How far a draft has come, in a word. */
export function wordOf({ status, placed, order }: Pick<DraftOverview, 'status' | 'placed' | 'order'>): readonly [GlyphName, Tone, string] {
  if (status === 'DRAFT') return ['d-half', 'wait', 'Draft']
  if (order?.status === 'CANCELED')
    return ['c-slash', 'done', placed === 'LINK' && order.paymentStatus !== 'PAID' ? 'Not paid in time' : 'Cancelled']
  if (order?.status === 'PENDING') return ['c-dot', 'info', 'Link sent']
  if (order?.paymentStatus === 'PAID') return ['c-full', 'ok', 'Paid']
  return ['s-full', 'done', 'Ordered']
}

export function DraftState({ of }: { of: Pick<DraftOverview, 'status' | 'placed' | 'order'> }) {
  const [glyph, tone, word] = wordOf(of)
  return (
    <Status glyph={glyph} tone={tone}>
      {word}
    </Status>
  )
}
