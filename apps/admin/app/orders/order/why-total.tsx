import type { Order, OrderDetails, Reason } from '@vitrine/contract'
import { ChevronDown, ChevronUp, Gift, type LucideIcon, Ticket, Zap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useShop } from '../../shop.ts'
import { money } from '../sums.ts'
import { cardText, firstNameOf, many, shortTime } from '../text.ts'
import { dueOf, percent, taxIncludedText } from './reasons.ts'

interface WhyTotalProps {
  order: Order
  reasons: readonly Reason[]
  card: OrderDetails['card']
}

interface Line {
  readonly icon?: LucideIcon
  readonly name: string
  readonly why: string
  readonly amount: string
  readonly isSum?: boolean
  /** Whether its name is the code of a coupon. */
  readonly isCode?: boolean
}

/** Every step on the way to the total, with the rule that made it. */
export function WhyTotal({ order, reasons, card }: WhyTotalProps) {
  const { timeZone } = useShop()
  const [open, setOpen] = useState(true)
  if (reasons.length === 0) return null
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>What {firstNameOf(order)} paid, and why</h2>
        <div className="acts">
          <Button
            kind="ghost"
            small
            icon={open ? ChevronUp : ChevronDown}
            aria-expanded={open}
            aria-controls="why"
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide the reasons' : 'Show the reasons'}
          </Button>
        </div>
      </header>
      <Ledger
        id="why"
        caption="Price explanation"
        reasons={reasons}
        currency={order.currency!}
        prices={`prices of ${shortTime(order.createdDate!, timeZone)}`}
        open={open}
      >
        {card && (
          <tr className="sum">
            <th scope="row">By card</th>
            <td className="why">{cardText(card.brand, card.last4)}</td>
            <td className="num">{card.brand && money(dueOf(reasons), order.currency!)}</td>
          </tr>
        )}
      </Ledger>
    </section>
  )
}

interface LedgerProps {
  id: string
  caption: string
  reasons: readonly Reason[]
  currency: string
  /** Of when the prices are. */
  prices: string
  /** Whether it says why. */
  open: boolean
  children?: ReactNode
}

/** Steps to a total, one a line. */
export function Ledger({ id, caption, reasons, currency, prices, open, children }: LedgerProps) {
  const lines = reasons.flatMap((reason) => lineOf(reason, reasons, (amount) => money(amount, currency), prices))
  return (
    <table className="ledger" id={id}>
      <caption className="vh">{caption}</caption>
      <thead className="vh">
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Reason</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ icon, name, why, amount, isSum, isCode }) => (
          <tr key={`${name} ${amount}`} className={isSum ? 'sum' : ''}>
            <th scope="row">
              {icon && <Icon of={icon} />}
              {isCode ? <span className="mono">{name}</span> : name}
            </th>
            <td className="why">{open && why}</td>
            <td className="num">{amount}</td>
          </tr>
        ))}
        {children}
      </tbody>
    </table>
  )
}

function lineOf(reason: Reason, reasons: readonly Reason[], text: (amount: string) => string, prices: string): Line[] {
  const { step, amount, name, code } = reason
  const some = Number(amount) !== 0
  switch (step) {
    case 'LINES':
      return [
        {
          name: reason.units === undefined ? 'Items' : many(reason.units, 'item'),
          why: prices,
          amount: text(amount),
        },
      ]
    case 'DISCOUNT':
      return some
        ? [
            {
              icon: code ? Ticket : Zap,
              name: code ?? name ?? 'Taken off by the shop',
              isCode: code !== undefined,
              why: [[reason.percent && `${reason.percent} %`, reason.of && `of ${text(reason.of)}`].filter(Boolean).join(' '), code && name]
                .filter(Boolean)
                .join(', '),
              amount: `−${text(amount)}`,
            },
          ]
        : []
    case 'SHIPPING':
      return [
        {
          name: name ? `Delivery, ${name}` : 'Delivery',
          why: reason.freeFrom && !some ? `${text(reason.regularPrice ?? '0')}, free from ${text(reason.freeFrom)}` : '',
          amount: text(amount),
        },
      ]
    case 'FEE':
      return [{ name: name ?? 'Fee', why: '', amount: text(amount) }]
    case 'TAX':
      return reason.included
        ? []
        : [
            {
              name: reason.taxes?.map((tax) => tax.name).join(' and ') || 'Tax',
              why: `${percent(reason.rate)} of ${text(reason.of ?? '0')}`,
              amount: text(amount),
            },
          ]
    case 'TOTAL':
      return [
        {
          name: 'Total',
          why: taxIncludedText(reasons, text),
          amount: text(amount),
          isSum: true,
        },
      ]
    case 'LATER':
      return [{ name: 'Paid with the order', why: reason.later ? `${text(reason.later)} later` : '', amount: text(reason.now ?? amount) }]
    case 'GIFT_CARD':
      return [
        {
          icon: Gift,
          name: 'Gift card',
          why: reason.left === undefined ? '' : `${text(reason.left)} left on it`,
          amount: `−${text(amount)}`,
        },
      ]
    default:
      return []
  }
}
