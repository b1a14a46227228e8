import type { Reason } from '@vitrine/contract'
import { Money, useMoneyText } from '@vitrine/ui'
import type { ReactNode } from 'react'
import { capital, list, many } from './words.ts'

export interface WhyProps {
  reasons: readonly Reason[]
  /** Of which lines a step speaks, by their ids. */
  nameOf?: ((lineId: string) => string | undefined) | undefined
  currency?: string | undefined
}

/** A total, opened into the rules, taxes and rounding that made it. */
export function Why({ reasons, nameOf, currency }: WhyProps) {
  const text = useMoneyText()
  if (reasons.length === 0) return null
  return (
    <details className="explain small">
      <summary>
        <span className="link">Why this total</span>
      </summary>
      <table>
        <caption className="sr">What the total is made of, step by step</caption>
        <tbody>
          {reasons.map((reason, at) => {
            const { what, why, less, amount = reason.amount } = explain(reason, text, nameOf)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
              <tr key={at} className={reason.step === 'TOTAL' ? 'explain__end' : undefined}>
                <th scope="row">
                  {what}
                  {why && <span className="soft">{why}</span>}
                </th>
                <td>{reason.step === 'NO_TAX' ? 'none' : <Money of={amount} currency={currency} less={less ?? false} />}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </details>
  )
}

interface Told {
  what: ReactNode
  why?: string | undefined
  less?: boolean
  amount?: string
}

const percent = (rate: string | undefined) => `${Number((Number(rate ?? 0) * 100).toFixed(4))} %`
const zero = (amount: string | undefined) => Number(amount ?? 0) === 0

function explain(reason: Reason, text: (amount: string) => string, nameOf: WhyProps['nameOf']): Told {
  const { step, amount, of = '0', name = '', code } = reason
  switch (step) {
    case 'LINES':
      return { what: capital(many(reason.pieces ?? 0, 'piece')), why: 'At the price of each.' }
    case 'DISCOUNT': {
      const names = nameOf && (reason.lineIds ?? []).flatMap((id) => nameOf(id) ?? [])
      const whole = [reason.percent && `${reason.percent} % of ${text(of)}`, reason.shipping && 'off the delivery']
        .filter(Boolean)
        .join(', ')
      const on = names && names.length > 0 && names.length <= 4 ? `on ${list([...new Set(names)])}` : ''
      return { what: name || code || 'Taken off', why: sentence([code && code !== name ? code : '', whole, on]), less: true }
    }
    case 'SHIPPING': {
      const { freeFrom, goods = '0', regularPrice = amount } = reason
      const free = zero(amount) && !zero(regularPrice)
      const from =
        freeFrom &&
        (free
          ? `Free from ${text(freeFrom)}; the goods come to ${text(goods)}`
          : `It is free from ${text(freeFrom)}; the goods come to ${text(goods)}`)
      return { what: name, why: sentence([from ?? (zero(amount) ? 'This way is free' : '')]) }
    }
    case 'FEE':
      return { what: name }
    case 'TAX': {
      const taxes = (reason.taxes ?? []).map((tax) => `${tax.name} ${percent(tax.rate)}`)
      const label = taxes.length > 0 ? list(taxes) : `Tax ${percent(reason.rate)}`
      const exact =
        reason.exact !== undefined && Number(reason.exact) !== Number(amount) ? `exactly ${trimmed(reason.exact)}, rounded once` : ''
      return { what: `${label} ${reason.included ? 'within' : 'on'} ${text(of)}`, why: sentence([exact]) }
    }
    case 'NO_TAX':
      return { what: `No tax on ${text(of)}`, why: noTax[reason.because ?? 'NO_REGION'] }
    case 'TOTAL':
      return {
        what: 'Together',
        why: zero(reason.taxIncluded) ? undefined : `With ${text(reason.taxIncluded ?? '0')} of tax within it.`,
      }
    case 'LATER':
      return {
        what: 'Of it later',
        why: sentence([
          `${text(reason.now ?? '0')} now`,
          !zero(reason.afterFreeTrial) && `${text(reason.afterFreeTrial ?? '0')} after the free trial`,
        ]),
      }
    case 'GIFT_CARD':
      return { what: 'Paid by a gift card', why: sentence([`${text(reason.due ?? '0')} are left to pay`]), less: true }
  }
}

const noTax = {
  NO_REGION: 'The shop collects none there.',
  NO_RATE_FOR_GROUP: 'There is none on such things there.',
  SHIPPING_NOT_TAXED: 'Delivery is not taxed there.',
  BUYER_EXEMPT: 'The buyer is exempt.',
}

const trimmed = (decimal: string) => (decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal)

/** Parts of a sentence with its stop; undefined where there is nothing to say. */
function sentence(parts: readonly (string | false | undefined)[]): string | undefined {
  const said = parts.filter(Boolean).join(', ')
  return said ? `${capital(said)}.` : undefined
}
