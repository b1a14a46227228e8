import type { InvoiceSummary } from '@vitrine/contract'
import { PaymentState, paymentWord } from '../orders/states.tsx'
import { Status } from '../parts/glyph.tsx'

/** `For 2026-4171`, `Credited by CN-1003`, or how its order is paid. */
export function stateWord({ kind, refersTo, isCredited, paymentStatus }: InvoiceSummary): string {
  if (kind === 'CREDIT_NOTE') return `For ${refersTo.join(', ')}`
  return isCredited ? `Credited by ${refersTo.join(', ')}` : paymentWord({ paymentStatus })
}

export function DocumentState({ of }: { of: InvoiceSummary }) {
  if (of.kind === 'INVOICE' && !of.isCredited) return <PaymentState of={of} />
  return (
    <Status glyph={of.kind === 'CREDIT_NOTE' ? 'c-back' : 'c-slash'} tone="done">
      {stateWord(of)}
    </Status>
  )
}
