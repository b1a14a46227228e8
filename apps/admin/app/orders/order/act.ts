import type { Order } from '@vitrine/contract'

/** What the parts of the page do goes through it: it says what came of it, offers to take it back where that is possible, and shows the order as it is then. */
export type Act = (work: () => Promise<string>, undo?: () => Promise<unknown>) => Promise<boolean>

export interface OrderDialogProps {
  order: Order
  busy: boolean
  onAct: Act
  onClose: () => void
}
