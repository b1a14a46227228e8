import type { OrderDetails, OrderDownload, Reason } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'
import { capital } from '../shop/text.ts'

export interface OrderLine {
  id: string
  name: string
  picture?: Media | undefined
  chosen: readonly string[]
  /** How it comes again: `every two weeks, until you end it`. */
  plan?: string | undefined
  quantity: number
  /** All its units, decimal text. */
  amount: string
}

/** It was passed, is now, or is ahead. */
export type StopState = 'DONE' | 'NOW' | 'NEXT'

export interface Stop {
  name: 'PLACED' | 'PAID' | 'PACKED' | 'SENT' | 'READY_FOR_PICKUP' | 'DELIVERED' | 'CANCELED'
  state: StopState
  date?: string | undefined
}

/** What only the buyer is shown. Amounts are decimal text in the order's currency. */
export interface Details {
  email: string
  /** How what is owed is paid by hand; instructions have line breaks. */
  toPay?: { name: string; instructions: string; onCollection: boolean } | undefined
  /** What it was paid with: `Visa ending 4242`. */
  card?: string | undefined
  firstName: string
  lines: readonly OrderLine[]
  sums: { subtotal: string; discount: string; delivery: string; total: string }
  /** What came off, each by its name. */
  discounts: readonly { name: string; amount: string }[]
  fees: readonly { name: string; amount: string }[]
  /** Taxes on top of the prices; none where they are within. */
  taxes: readonly { name: string; amount: string }[]
  /** What came, decimal text; what went back since is counted. */
  paid: string
  /** What went back, decimal text. */
  refunded: string
  /** What is still to come, decimal text: with a deposit the rest of it, or what a free time puts off. */
  rest: string
  downloads: readonly Download[]
  shipments: readonly Shipment[]
  /** Where the invoice can be fetched, as soon as there is one. */
  invoice?: string | undefined
  /** What corrects it, and where that can be fetched. */
  creditNotes: readonly { number: string; link: string }[]
  /** What the shop asked, and the buyer answered. */
  answers: readonly { title: string; answer: string }[]
  cancellation: OrderDetails['cancellation']
  /** What the buyer asked to have taken out; empty where it is all of it. */
  takenOut: readonly { name: string; quantity: number }[]
  returns: OrderDetails['returns']
  /** Where what was paid goes when all of it is cancelled, and how much, decimal text. */
  back: readonly { to: string; amount: string }[]
  /** Codes that could be used once more then. */
  codes: readonly string[]
  subscriptions: readonly Subscription[]
  /** Where what it owes can be paid. */
  payLink?: string | undefined
  reasons: readonly Reason[]
  delivery?: Delivery | undefined
  /** The lines of the address. */
  address: readonly string[]
  town: string
}

export interface Delivery {
  title: string
  /** When it arrives, as days or in the words of the way of delivery. */
  time?: string | undefined
  /** `time` is days, or hours of one. */
  dated: boolean
  pickup?: string | undefined
}

/** The end of a sentence on where an order goes, when it arrives: the words before it, and the days, or the shop's own words. */
export function arrivalText({ time, dated, pickup }: Omit<Delivery, 'title'>): readonly [before: string, when: string] {
  if (!time) return ['', '']
  if (!dated) return ['. ', capital(time)]
  return [pickup === undefined ? ' and will reach you ' : ', ', time]
}

/** What comes again. */
export interface Subscription {
  id: string
  /** `Every month` */
  title: string
  state: 'free' | 'active' | 'failed' | 'resting' | 'ending' | 'over'
  /** What is charged next, decimal text. */
  amount?: string | undefined
  /** When: the next charge, the next try, or the end. */
  date?: string | undefined
  /** `every two months` */
  often: string
  /** The next one is the last. */
  isLast: boolean
  /** `Visa ending 4242` */
  card?: string | undefined
  mayEnd: boolean
}

/** A file that was bought. */
export interface Download {
  lineId: string
  name: string
  /** `4.8 MB` */
  size: string
  state: OrderDownload['state']
  link?: string | undefined
  until?: string | undefined
  left: number
}

/** Whether it is paid as far as it had to be, and the rest comes later, as agreed. */
export const hasRest = (order: Pick<OrderView, 'state'>, { rest }: Pick<Details, 'rest'>) =>
  !isOwed(order) && order.state !== 'canceled' && Number(rest) > 0

/** Whether there is something to wrap. */
export const hasGoods = ({ stops }: Pick<OrderView, 'stops'>) => stops.some(({ name }) => name === 'PACKED')

/** What leaves together. */
export interface Shipment {
  id: string
  stage: OrderDetails['shipments'][number]['stage']
  /** How many units of what. */
  units: readonly { name: string; quantity: number }[]
  /** `DHL 0034 0434` */
  tracking: string
  carrier: string
  number: string
  link?: string | undefined
  date?: string | undefined
}

/** `waiting`: for a bank; `owed`: it stands, and is paid by hand, later. */
export interface OrderView {
  id: string
  number: string
  placedDate: string
  currency: string
  state: 'waiting' | 'owed' | 'paid' | 'sent' | 'canceled'
  stops: readonly Stop[]
  details?: Details | undefined
}

/** Whether its money is still to come. */
export const isOwed = ({ state }: Pick<OrderView, 'state'>) => state === 'waiting' || state === 'owed'

/** What the buyer of a cancelled order still gets back. */
export function owedBack({ paid, refunded }: Pick<Details, 'paid' | 'refunded'>): string {
  if (Number(refunded) >= Number(paid)) return 'Nothing is owed any more.'
  return `${Number(refunded) > 0 ? 'A part of what' : 'What'} you paid has not been refunded yet.`
}

/** What the sum of an order is called. */
export function sumName(order: Pick<OrderView, 'state'>, { paid }: Pick<Details, 'paid'>): string {
  if (order.state === 'canceled' && Number(paid) === 0) return 'Was to be paid'
  return isOwed(order) ? 'To pay' : 'Paid'
}

export const units = (lines: readonly OrderLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
