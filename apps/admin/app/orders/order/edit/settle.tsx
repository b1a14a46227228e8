import type { DraftOrder, Order } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import { Check, Radio } from '../../../parts/field.tsx'
import { added, written } from '../../sums.ts'
import { firstNameOf, numberOf } from '../../text.ts'
import { differencesOf, type Settlement } from './settlement.ts'

/** How what is owed then is to come in, or what is too much goes back. */
export type SettleMethod = 'LINK' | 'CARD' | 'LATER' | 'GOODWILL' | 'REFUND' | 'KEEP'

interface SettleProps {
  order: Order
  draft: DraftOrder
  settlement: Settlement
  methods: readonly SettleMethod[]
  method: SettleMethod | undefined
  /** Whether the buyer is written to. */
  mails: boolean
  showsMail: boolean
  onMails: ((mails: boolean) => void) | undefined
  onMethod: (method: SettleMethod) => void
}

/** What an edit changes, and what becomes of the difference. */
export function Settle({ order, draft, settlement, methods, method, mails, showsMail, onMails, onMethod }: SettleProps) {
  const currency = order.currency!
  const name = firstNameOf(order)
  const differences = differencesOf(order, draft)
  const signed = (amount: Minor) => `${amount > 0 ? '+' : ''}${written(amount, currency)}`
  const total = (of: { readonly priceSummary?: Order['priceSummary'] }) => written(added([of.priceSummary?.total], currency), currency)
  return (
    <aside className="rail" aria-label="Settlement">
      <section className="sec">
        <header className="sec-h">
          <h2>What changes</h2>
        </header>
        <table className="ledger tight">
          <caption className="vh">Before and after</caption>
          <tbody>
            <tr>
              <th scope="row">Was</th>
              <td className="num">{total(order)}</td>
            </tr>
            {differences.map(({ id, name: cause, amount }) => (
              <tr key={id}>
                <th scope="row">{cause}</th>
                <td className="num">{signed(amount)}</td>
              </tr>
            ))}
            <tr className="sum">
              <th scope="row">Is now</th>
              <td className="num">{total(draft)}</td>
            </tr>
          </tbody>
        </table>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>{headOf(settlement, name, currency)}</h2>
        </header>
        {settlement.kind === 'AUTHORIZED' ? (
          <p className="soft">
            {written(settlement.amount, currency)} is authorised on the card, more than the new total. Capture or void it on the order
            first.
          </p>
        ) : methods.length > 0 ? (
          <div className="stack-s" role="radiogroup" aria-label={headOf(settlement, name, currency)}>
            {methods.map((one) => (
              <Radio key={one} name="settle" checked={one === method} onChange={() => onMethod(one)} hint={hintOf(one, name)}>
                {methodNames[one]}
              </Radio>
            ))}
          </div>
        ) : (
          <p className="soft">Nothing has to be paid or given back.</p>
        )}
      </section>
      {showsMail && (
        <section className="sec">
          <header className="sec-h">
            <h2>The email to {name}</h2>
          </header>
          {onMails && (
            <Check checked={mails} onChange={(event) => onMails(event.target.checked)}>
              Write what has changed
            </Check>
          )}
          {mails && (
            <div className="minimail">
              <p>
                <b>Your order {numberOf(order.number)} has changed</b>
              </p>
              <p>The total is {total(draft)} now.</p>
              {method === 'LINK' && settlement.kind === 'OWES' && (
                <p>
                  <span className="m-b">Pay {written(settlement.amount, currency)}</span>
                </p>
              )}
            </div>
          )}
        </section>
      )}
    </aside>
  )
}

function headOf(settlement: Settlement, name: string, currency: string): string {
  switch (settlement.kind) {
    case 'OWES':
      return `${name} owes ${written(settlement.amount, currency)}`
    case 'GETS':
      return `${name} gets ${written(settlement.amount, currency)} back`
    case 'AUTHORIZED':
      return 'A payment is authorised'
    default:
      return 'The money is even'
  }
}

const methodNames: Readonly<Record<SettleMethod, string>> = {
  LINK: 'Send a link to pay',
  CARD: 'Charge the saved card',
  LATER: 'Ask later',
  GOODWILL: 'Waive it',
  REFUND: 'Give it back now',
  KEEP: 'Give it back later',
}

function hintOf(method: SettleMethod, name: string): string {
  switch (method) {
    case 'LINK':
      return 'by email; the order shows what is still due'
    case 'CARD':
      return `as ${name} agreed when it was saved`
    case 'LATER':
      return 'the order shows what is still due'
    case 'GOODWILL':
      return 'written down as goodwill, a discount of this order'
    case 'REFUND':
      return 'the way it came'
    default:
      return 'the order shows what was paid too much'
  }
}
