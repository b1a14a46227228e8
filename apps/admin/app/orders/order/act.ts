import type { Order } from '@vitrine/contract'

/** What was done, and what can be done next. */
export interface Told {
  readonly says: string
  readonly more: { readonly name: string; readonly run: () => void }
}

/** What the parts of the page do goes through it: it says what came of it, offers to take it back where that is possible, and shows the order as it is then. */
export type Act = (work: () => Promise<string | Told>, undo?: () => Promise<unknown>) => Promise<boolean>

export interface OrderDialogProps {
  order: Order
  busy: boolean
  onAct: Act
  onClose: () => void
}
