// A service for gift cards: what is on them, and what was taken off them for which order. A shop would keep both in a database.
import { randomUUID } from 'node:crypto'
import { type Asked, Refuses, serveFromEnvironment } from './serve.ts'

interface Redemption {
  readonly code: string
  readonly amount: number
  readonly currencyCode: string
  readonly orderId: string
}

interface Transaction extends Redemption {
  readonly transactionId: string
  voided: boolean
}

/** In cents, by the code. */
export const giftCardsOf = (balances: Map<string, number>, currencyCode: string) => {
  const transactions: Transaction[] = []
  const cents = (amount: number) => Math.round(amount * 100)
  const balanceOf = (code: string) => {
    const balance = balances.get(code)
    if (balance === undefined) throw new Refuses(404, 'GIFT_CARD_NOT_FOUND')
    return balance
  }
  return {
    '/v1/balance': ({ request: { code } }: Asked<Pick<Redemption, 'code'>>) => ({ balance: balanceOf(code) / 100, currencyCode }),

    '/v1/redeem': ({ request }: Asked<Redemption>) => {
      const balance = balanceOf(request.code)
      if (request.currencyCode !== currencyCode) throw new Refuses(400, 'CURRENCY_NOT_SUPPORTED')
      const before = transactions.find(({ code, orderId }) => code === request.code && orderId === request.orderId)
      // The shop asks once more where our answer was lost: it gets the same, and nothing is taken twice.
      if (before?.amount === request.amount && !before.voided)
        return { transactionId: before.transactionId, remainingBalance: balance / 100, currencyCode }
      if (before) throw new Refuses(409, 'ALREADY_REDEEMED')
      const left = balance - cents(request.amount)
      if (left < 0) throw new Refuses(428, 'INSUFFICIENT_FUNDS')
      balances.set(request.code, left)
      const transactionId = randomUUID()
      transactions.push({ ...request, transactionId, voided: false })
      return { transactionId, remainingBalance: left / 100, currencyCode }
    },

    '/v1/void': ({ request: { transactionId } }: Asked<Pick<Transaction, 'transactionId'>>) => {
      const transaction = transactions.find((one) => one.transactionId === transactionId)
      if (!transaction) throw new Refuses(404, 'TRANSACTION_NOT_FOUND')
      if (transaction.voided) throw new Refuses(409, 'ALREADY_VOIDED')
      transaction.voided = true
      const balance = balanceOf(transaction.code) + cents(transaction.amount)
      balances.set(transaction.code, balance)
      return { remainingBalance: balance / 100, currencyCode }
    },
  }
}

if (import.meta.main) serveFromEnvironment(giftCardsOf(new Map([['HARBOUR-2026', 5000]]), 'EUR'))
