import type { OrderReturn, ReturnAction, ReturnMethod, ReturnResolution, ReturnStatus } from '@vitrine/contract'
import { type GlyphName, Status as State, type Tone } from '../parts/glyph.tsx'

export const statuses: readonly ReturnStatus[] = [
  'REQUESTED',
  'APPROVED',
  'RECEIVED',
  'CHECKED',
  'REFUNDED',
  'EXCHANGED',
  'REFUSED',
  'CANCELED',
]

export const statusText: Readonly<Record<ReturnStatus, string>> = {
  REQUESTED: 'Requested',
  APPROVED: 'On its way',
  RECEIVED: 'Received',
  CHECKED: 'Checked',
  REFUNDED: 'Refunded',
  EXCHANGED: 'Exchanged',
  REFUSED: 'Refused',
  CANCELED: 'Cancelled',
}

const shapes: Readonly<Record<ReturnStatus, readonly [GlyphName, Tone]>> = {
  REQUESTED: ['c-ring', 'wait'],
  APPROVED: ['s-half', 'wait'],
  RECEIVED: ['s-dot', 'info'],
  CHECKED: ['s-dot', 'info'],
  REFUNDED: ['s-full', 'done'],
  EXCHANGED: ['s-full', 'done'],
  REFUSED: ['s-slash', 'done'],
  CANCELED: ['s-slash', 'done'],
}

export const Status = ({ of: status }: { of: ReturnStatus }) => {
  const [glyph, tone] = shapes[status]
  return (
    <State glyph={glyph} tone={tone}>
      {statusText[status]}
    </State>
  )
}

export const resolutionText: Readonly<Record<ReturnResolution, string>> = {
  REFUND: 'Refund',
  EXCHANGE: 'Exchange',
  STORE_CREDIT: 'Store credit',
}

export const methodText: Readonly<Record<ReturnMethod, string>> = {
  SHIPMENT: 'Shipment',
  CODE: 'Code for a drop-off point',
  IN_PERSON: 'Brought in person',
}

/** What is done next, as a button says it. */
export const actionText: Readonly<Record<ReturnAction, string>> = {
  APPROVE: 'Approve',
  REFUSE: 'Refuse',
  RECEIVE: 'Mark as received',
  CHECK: 'Check',
  REFUND: 'Refund',
  EXCHANGE: 'Send the exchange',
  CANCEL: 'Cancel return',
}

export const unitsOf = ({ lines }: Pick<OrderReturn, 'lines'>): number => lines.reduce((all, { quantity }) => all + quantity, 0)

/** What was refunded, or would be. */
export const valueOf = ({ refund, amount }: Pick<OrderReturn, 'refund' | 'amount'>): string => (refund?.amount ?? amount).amount

export const whatOf = ({ lines }: Pick<OrderReturn, 'lines'>): string =>
  lines
    .map(({ quantity, name, description }) => `${quantity > 1 ? `${quantity} × ` : ''}${name}${description ? `, ${description}` : ''}`)
    .join('; ')

/** What refusals say to people. */
export const refusals: Readonly<Record<string, string>> = {
  RETURN_STATUS_NOT_ALLOWED: 'Somebody else went on with this return meanwhile. It is shown as it is now.',
  RETURN_NOT_FOUND: 'There is no such return any more.',
  NOTHING_TO_REFUND: 'Nothing is left to be refunded: these items were refunded on the order’s page.',
  INVALID_AMOUNT: 'So much cannot be refunded. Write no more than what was paid for these items.',
  CURRENCY_NOT_SUPPORTED: 'The order is in another currency than the shop sells in now. Refund it instead.',
  EXCHANGE_NOT_POSSIBLE: 'Choose an available variant for each item.',
  PARTIAL_OUT_OF_STOCK: 'Some of the wanted variants are out of stock. Choose others, or refund.',
  FULL_OUT_OF_STOCK: 'The wanted variants are out of stock. Choose others, or refund.',
  NOT_RETURNABLE: 'So many units cannot come back. They were not sent, or came back already.',
  INVALID_RETURN_CHECK: 'No more units can be accepted or restocked than came back.',
}
