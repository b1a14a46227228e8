import type { Reason } from '@vitrine/contract'
import { classes, Icon, type LedgerRow, Money, useMoneyText } from '@vitrine/ui'
import { Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { capital, many } from '../shop/text.ts'

/** How a total came about, as the platform tells it. */
export type Reasons = readonly Reason[]

export interface TotalsProps {
  of: Reasons
  /** The last figures of the gift card that pays. */
  card?: string | undefined
}

const find = (reasons: Reasons, step: Reason['step']) => reasons.find((reason) => reason.step === step)
const isSome = (amount: string | undefined) => Number(amount ?? 0) > 0

/** What is to be paid with the order: less what comes later, and what a gift card pays. */
export function dueOf(reasons: Reasons): string {
  return find(reasons, 'GIFT_CARD')?.due ?? find(reasons, 'LATER')?.now ?? find(reasons, 'TOTAL')?.amount ?? '0'
}

/** Whether not all of it is paid with the order. */
export const isDivided = (reasons: Reasons) => find(reasons, 'LATER') !== undefined

export interface RowText {
  /** What the delivery is called, where its own name does not do. */
  delivery?: ReactNode
  card?: string | undefined
  /** What can be done about a discount: taking its code off. */
  tools?: (reason: Reason) => ReactNode
  /** The same of the gift card. */
  cardTools?: ReactNode
}

/** The steps to a total as the rows of a ledger; with their signs they add up to what is due. */
export function totalsRows(reasons: Reasons, { delivery, card, tools, cardTools }: RowText = {}): LedgerRow[] {
  const later = find(reasons, 'LATER')
  return reasons.flatMap((reason): LedgerRow[] => {
    const { step, amount, name, code } = reason
    switch (step) {
      case 'LINES':
        return [{ label: 'Pieces', amount: <Money of={amount} /> }]
      case 'DISCOUNT':
        if (!isSome(amount)) return []
        return [
          {
            label: (
              <>
                {code ?? discountName(name)}
                {reason.percent && `, ${reason.percent} %`}
                {tools?.(reason)}
              </>
            ),
            amount: <Money of={amount} less />,
            less: true,
          },
        ]
      case 'SHIPPING':
        return [{ label: delivery ?? name ?? 'Delivery', amount: isSome(amount) ? <Money of={amount} /> : 'Free' }]
      case 'FEE':
        return [{ label: name ?? 'Handling', amount: <Money of={amount} /> }]
      case 'TAX':
        return reason.included ? [] : [{ label: `${taxName(reason)}, ${percent(reason.rate)} %`, amount: <Money of={amount} /> }]
      case 'LATER':
        return [
          ...(find(reasons, 'TOTAL')?.amount === find(reasons, 'LINES')?.amount
            ? []
            : [{ label: 'All of it', amount: <Money of={find(reasons, 'TOTAL')?.amount ?? '0'} /> }]),
          ...(isSome(later?.later) ? [{ label: 'To pay later', amount: <Money of={later?.later ?? '0'} less /> }] : []),
          ...(isSome(later?.afterFreeTrial)
            ? [{ label: 'To pay when the free time is over', amount: <Money of={later?.afterFreeTrial ?? '0'} less /> }]
            : []),
        ]
      case 'GIFT_CARD':
        return [
          {
            label: (
              <>
                {cardName(card)}
                {cardTools}
              </>
            ),
            amount: <Money of={amount} less />,
            less: true,
          },
        ]
      default:
        return []
    }
  })
}

/** Said where those who know the exact tax did not tell it. */
export function UsualRates({ of: reasons, sold }: Pick<TotalsProps, 'of'> & { sold?: boolean }) {
  const why = find(reasons, 'TOTAL')?.usualRates
  if (!why) return null
  return (
    <p className="small soft">
      {why === 'AUTO_TAX_FAILED' ? 'The office that knows the exact tax did not answer, so it' : 'The tax'}
      {sold
        ? ' was reckoned at our usual rates. The sum you saw is the one that counts.'
        : ' is reckoned at our usual rates. The sum you see is the one you pay.'}
    </p>
  )
}

const cardName = (card: string | undefined) => (card ? `Gift card ending ${card}` : 'Gift card')
const discountName = (name: string | undefined) => name || 'Taken off by us'
const percent = (rate = '0') => String(Number((Number(rate) * 100).toFixed(4)))
const taxName = ({ taxes }: Reason) => [...new Set((taxes ?? []).map(({ name }) => name))].filter(Boolean).join(' and ') || 'Tax'

const untaxed: Readonly<Record<NonNullable<Reason['because']>, string>> = {
  NO_REGION: 'we collect no tax for this country',
  NO_RATE_FOR_GROUP: 'these goods bear none there',
  SHIPPING_NOT_TAXED: 'delivery bears none there',
  BUYER_EXEMPT: 'you are exempt from it',
}

/** Every step to a total, to be opened: rules, taxes and rounding. Works without script. */
export function Why({ of: reasons, card, open, say, className }: TotalsProps & { open?: boolean; say?: ReactNode; className?: string }) {
  const text = useMoneyText()
  if (reasons.length === 0) return null
  const included = reasons.filter(({ step, included }) => step === 'TAX' && included)
  const taxed = reasons.some(({ step }) => step === 'TAX')
  return (
    <details className={classes('why', className)} open={open}>
      <summary>
        <span>
          {say}
          <span>Why this total</span>
        </span>
        <Icon of={Plus} small />
      </summary>
      <div className="why__in">
        <table>
          <caption className="sr">How the total comes about</caption>
          <tbody>
            {reasons.map((reason, at) => {
              // Reasons have no identity but their place.
              const key = `${reason.step} ${at}`
              if (reason.step === 'TAX' && reason.included) return null
              if (reason.step === 'TOTAL')
                return (
                  <Fragment key={key}>
                    <Row sum what={included.length > 0 ? 'Total, the tax within it' : 'Total'} amount={<Money of={reason.amount} />} />
                    {included.map((tax) => (
                      <Row
                        key={`${tax.rate} ${tax.of}`}
                        sub
                        what={`of that ${percent(tax.rate)} % ${taxName(tax)} within ${text(tax.of ?? '0')}`}
                        amount={<Money of={tax.amount} />}
                      />
                    ))}
                  </Fragment>
                )
              return <Step key={key} of={reason} card={card} />
            })}
          </tbody>
        </table>
        {taxed && <p className="tiny faint">Rounded once for each rate of tax, to the smallest coin, half up.</p>}
      </div>
    </details>
  )
}

function Step({ of: reason, card }: { of: Reason; card: string | undefined }) {
  const text = useMoneyText()
  const { step, amount, of = '0' } = reason
  switch (step) {
    case 'LINES':
      return (
        <Row what={capital(`${many(reason.lines ?? 0, 'line')}, ${many(reason.units ?? 0, 'piece')}`)} amount={<Money of={amount} />} />
      )
    case 'DISCOUNT':
      return (
        <Row
          what={
            reason.code ? (
              <>
                Code <b>{reason.code}</b>
              </>
            ) : (
              discountName(reason.name)
            )
          }
          why={
            <>
              {reason.code && reason.name && `${reason.name}. `}
              {reason.shipping ? 'Off the delivery' : reason.percent ? `${reason.percent} % of ${text(of)}` : `Off ${text(of)}`}
            </>
          }
          minus
          amount={<Money of={amount} less />}
        />
      )
    case 'SHIPPING': {
      const reduced = Number(reason.regularPrice ?? amount) > Number(amount)
      return (
        <Row
          what={reason.name ?? 'Delivery'}
          why={
            isSome(reason.freeFrom) &&
            `${reduced ? `${text(reason.regularPrice ?? '0')}, free` : 'Free'} from ${text(reason.freeFrom ?? '0')}, codes taken off: you are at ${text(reason.goods ?? '0')}`
          }
          amount={
            <>
              {reduced && (
                <s className="faint">
                  <Money of={reason.regularPrice ?? '0'} />
                </s>
              )}{' '}
              <Money of={amount} />
            </>
          }
        />
      )
    }
    case 'FEE':
      return <Row what={reason.name ?? 'Handling'} amount={<Money of={amount} />} />
    case 'TAX':
      return (
        <Row
          what={`${taxName(reason)}, ${percent(reason.rate)} % of ${text(of)}`}
          why={
            (reason.taxes?.length ?? 0) > 1 &&
            reason.taxes?.map(({ name, rate, amount: part }) => `${name} ${percent(rate)} %, ${text(part)}`).join('; ')
          }
          amount={<Money of={amount} />}
        />
      )
    case 'NO_TAX':
      return <Row what={`No tax on ${text(of)}`} why={reason.because && capital(untaxed[reason.because])} amount={<Money of={amount} />} />
    case 'LATER':
      return (
        <>
          <Row sum what="To pay with the order" amount={<Money of={reason.now ?? '0'} />} />
          {isSome(reason.later) && <Row sub what="and later" amount={<Money of={reason.later ?? '0'} />} />}
          {isSome(reason.afterFreeTrial) && (
            <Row sub what="and when the free time is over" amount={<Money of={reason.afterFreeTrial ?? '0'} />} />
          )}
        </>
      )
    case 'GIFT_CARD':
      return (
        <Row
          what={cardName(card)}
          why={`A means of payment, so it comes after the tax${reason.left === undefined ? '' : `; ${text(reason.left)} stays on it`}`}
          minus
          amount={<Money of={amount} less />}
        />
      )
    default:
      return null
  }
}

interface RowProps {
  what: ReactNode
  why?: ReactNode
  amount: ReactNode
  minus?: boolean
  sum?: boolean
  sub?: boolean
}

const Row = ({ what, why, amount, minus, sum, sub }: RowProps) => (
  <tr className={sum ? 'sum' : sub ? 'sub' : undefined}>
    <th scope="row">
      {what}
      {why && <small>{why}</small>}
    </th>
    <td className={minus ? 'minus' : undefined}>{amount}</td>
  </tr>
)
