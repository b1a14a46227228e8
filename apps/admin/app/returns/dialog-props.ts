import type { OrderReturn } from '@vitrine/contract'

export interface ReturnDialogProps {
  of: OrderReturn
  busy: boolean
  /** Does it, says what came of it, and closes where it was done. */
  onAct: (work: () => Promise<string>) => Promise<void>
  onClose: () => void
}
