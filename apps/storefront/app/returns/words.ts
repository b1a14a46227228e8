import type { ReturnStatus } from '@vitrine/contract'
import type { StopState } from '../orders/order.ts'
import type { StopView } from '../orders/stops.tsx'
import { capital, inWords, many } from '../shop/text.ts'
import type { ReturnLineView, ReturnView } from './view.ts'

/** How a return is, in a few words. */
export const statusWords: Readonly<Record<ReturnStatus, string>> = {
  REQUESTED: 'Asked for',
  APPROVED: 'Send it back',
  RECEIVED: 'With us',
  CHECKED: 'Looked at',
  REFUNDED: 'Money back',
  EXCHANGED: 'Exchanged',
  REFUSED: 'Not taken back',
  CANCELED: 'Called off by you',
}

const tones: Readonly<Record<ReturnStatus, string>> = {
  REQUESTED: 'var(--color-accent)',
  APPROVED: 'var(--color-warning)',
  RECEIVED: 'var(--color-accent)',
  CHECKED: 'var(--color-accent)',
  REFUNDED: 'var(--color-success)',
  EXCHANGED: 'var(--color-success)',
  REFUSED: 'var(--color-warning)',
  CANCELED: 'var(--color-ink-faint)',
}

/** How a return is in a list of them, and the colour of that. */
export function rowWords(of: Pick<ReturnView, 'status' | 'lines' | 'shipping'>): { words: string; tone: string } {
  const { status } = of
  if (status === 'REFUNDED' && notTaken(of) > 0) return { words: 'Partly taken back', tone: tones.REFUSED }
  if (status === 'APPROVED' && of.shipping?.code) return { words: 'Code ready', tone: tones.APPROVED }
  return { words: statusWords[status], tone: tones[status] }
}

/** How many units the shop has not taken back, as far as it has looked. */
export const notTaken = ({ lines }: Pick<ReturnView, 'lines'>): number =>
  lines.reduce((all, { accepted, quantity }) => all + quantity - (accepted ?? quantity), 0)

/** What was chosen and how many, then why it comes back. */
export function saidOf({ description, quantity, exchangeFor, reason }: ReturnLineView): string {
  const what = [description, quantity > 1 && inWords(quantity), exchangeFor && `for ${exchangeFor}`].filter(Boolean).join(', ')
  return what ? `${capital(what)}. ${reason}` : reason
}

/** What the shop wrote: what happened, and the rest of it. */
export function messageParts(message: string): readonly [first: string, rest: string] {
  const [, first = message, rest = ''] = /^(.{1,160}?[.!?])\s+(.+)$/s.exec(message) ?? []
  return [first, rest]
}

/** How many units lie at the shop that it has not taken back. */
export function leftAtTheShop(of: Pick<ReturnView, 'lines' | 'status' | 'history' | 'shipping'>): number {
  const came = of.history.some(({ status }) => status === 'RECEIVED' || status === 'CHECKED') && !of.shipping?.keepsGoods
  return came && of.status !== 'CANCELED' ? notTaken(of) : 0
}

/** What stands above the lines of a return. */
export function linesTitleOf(status: ReturnStatus): string {
  if (status === 'REFUSED' || status === 'CANCELED') return 'What stays yours'
  return status === 'REFUNDED' || status === 'EXCHANGED' ? 'What came back' : 'What comes back'
}

/** The heading of a return's page. */
export function headlineOf(of: ReturnView, moneyText: (amount: string) => string): string {
  const rest = notTaken(of)
  switch (of.status) {
    case 'REQUESTED':
      return 'We look at it'
    case 'APPROVED':
      return 'Pack it, and we do the rest'
    case 'RECEIVED':
      return 'It is with us'
    case 'CHECKED':
      return of.shipping?.keepsGoods ? 'Keep it, we make it good' : 'We have looked at it'
    case 'REFUNDED':
      if (rest > 0) return `${capital(many(rest, 'piece'))} ${rest === 1 ? 'stays' : 'stay'} yours`
      return refundedText(of, moneyText)
    case 'EXCHANGED':
      return 'Yours come with a new order'
    case 'REFUSED':
      return 'It stays yours'
    case 'CANCELED':
      return 'Called off'
  }
}

function refundedText({ refund }: ReturnView, moneyText: (amount: string) => string): string {
  if (!refund || refund.status !== 'SUCCEEDED' || refund.method === 'MANUAL') return 'Your money is on its way back'
  const amount = moneyText(refund.amount)
  return refund.method === 'STORE_CREDIT' ? `${amount} are yours on a gift card` : `${amount} are back with you`
}

const stopWords: Readonly<Record<ReturnStatus, string>> = {
  REQUESTED: 'Asked',
  APPROVED: 'Approved',
  RECEIVED: 'With us',
  CHECKED: 'Looked at',
  REFUNDED: 'Money back',
  EXCHANGED: 'Exchange ordered',
  REFUSED: 'Not taken back',
  CANCELED: 'Called off',
}

/** The stops of a return: those that it has passed, and those ahead. */
export function stopsOf(of: ReturnView): StopView[] {
  const wordsOf = (name: ReturnStatus) => (name === 'APPROVED' && of.shipping?.code ? 'Code ready' : stopWords[name])
  const stop = (name: ReturnStatus, state: StopState, date?: string): StopView => ({ name, words: wordsOf(name), state, date })
  const last = of.history.length - 1
  const passed = of.history.map(({ status, date }, at) => stop(status, at === last ? 'NOW' : 'DONE', date))
  const end: ReturnStatus = of.resolution === 'EXCHANGE' ? 'EXCHANGED' : 'REFUNDED'
  const ahead: readonly ReturnStatus[] = ['APPROVED', 'RECEIVED', 'CHECKED', end]
  const at = ['REFUSED', 'CANCELED', 'REFUNDED', 'EXCHANGED'].includes(of.status) ? ahead.length : ahead.indexOf(of.status) + 1
  return [...passed, ...ahead.slice(at).map((status) => stop(status, 'NEXT'))]
}
