import type { TransferStatus } from '@vitrine/contract'

export const statusText: Readonly<Record<TransferStatus, string>> = {
  DRAFT: 'Draft',
  IN_TRANSIT: 'In transit',
  RECEIVED: 'Received',
  CANCELED: 'Cancelled',
}

const tones: Partial<Record<TransferStatus, string>> = { IN_TRANSIT: 'info', RECEIVED: 'ok' }

export const Status = ({ of: status }: { of: TransferStatus }) => (
  <span className="st" {...(tones[status] && { 'data-tone': tones[status] })}>
    {statusText[status]}
  </span>
)
