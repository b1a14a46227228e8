import type { Order, OrderTransactions } from '@vitrine/contract'
import { type Minor, minor } from '@vitrine/pricing'
import { Button } from '../../parts/button.tsx'
import { type GlyphName, Status, type Tone } from '../../parts/glyph.tsx'
import { Head, Table, Td, Tr } from '../../parts/table.tsx'
import { useShop } from '../../shop.ts'
import { added, written } from '../sums.ts'
import { cardText, shortTime } from '../text.ts'

interface PaidProps {
  order: Order
  transactions: OrderTransactions
  /** What is authorized and not captured yet. */
  authorizedAmount: Minor
  /** What is neither paid nor authorized. */
  due: Minor
  busy: boolean
  onCapture: (() => unknown) | undefined
  onVoid: (() => unknown) | undefined
  onRefund: (() => unknown) | undefined
  onAsk: (() => unknown) | undefined
}

type Payment = OrderTransactions['payments'][number]

/** The money of an order: what came by which way, what is authorized, what went back. */
export function Paid({ order, transactions, authorizedAmount, due, busy, onCapture, onVoid, onRefund, onAsk }: PaidProps) {
  const { timeZone } = useShop()
  const { payments, refunds } = transactions
  const currency = order.currency!
  const text = (amount: Minor) => written(amount, currency)
  const sum = (of: readonly Payment[]) =>
    added(
      of.map(({ amount }) => amount),
      currency,
    )
  const cards = sum(payments.filter((one) => one.giftcardPaymentDetails && !one.giftcardPaymentDetails.voided))
  const captured = sum(payments.filter(({ regularPaymentDetails: regular }) => regular && taken.has(regular.status)))
  const refunded = added(
    refunds.map(({ summary }) => summary?.refunded),
    currency,
  )
  const total = added([order.priceSummary?.total], currency)
  const share = (amount: Minor) => ({ '--v': Math.floor((amount * 1000) / (total || 1)) / 10 }) as React.CSSProperties
  const parts = [
    { key: 'gift', name: 'Gift card', amount: cards },
    { key: 'cap', name: 'Captured', amount: captured },
    { key: 'auth', name: 'Still to capture', amount: authorizedAmount },
    { key: 'ref', name: 'Refunded', amount: refunded },
    ...(due > 0 ? [{ key: 'due', name: 'Still due', amount: due }] : []),
  ]
  // What went back is no longer there: its share of the bar is empty again.
  const goneOf = (amount: Minor, most: Minor) => minor(Math.max(0, Math.min(amount, most)))
  const bar = [
    { key: 'gift', amount: minor(cards - goneOf(minor(refunded - captured), cards)) },
    { key: 'cap', amount: minor(captured - goneOf(refunded, captured)) },
    { key: 'auth', amount: authorizedAmount },
    { key: 'ref', amount: refunded },
  ]
  const rows = [
    ...payments.map((payment) => ({ at: payment.createdDate ?? '', ...paymentRow(payment) })),
    ...payments.flatMap(({ regularPaymentDetails: regular }) => (regular?.chargebacks ?? []).flatMap(chargebackRows)),
    ...refunds.map(({ id, createdDate, summary, details }) => ({
      id,
      at: createdDate ?? '',
      glyph: 'c-back' as const,
      tone: 'done' as const,
      words: summary?.pending
        ? 'Refund under way'
        : Number(summary?.failedRefundAmount?.amount ?? 0) > 0
          ? 'Refund failed'
          : `Refunded${details?.reason ? `: ${details.reason}` : ''}`,
      reference: '',
      amount: `−${summary?.requestedRefund?.formattedAmount ?? ''}`,
    })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1))
  const until = payments.find(({ regularPaymentDetails: regular }) => regular?.status === 'AUTHORIZED')?.regularPaymentDetails
    ?.authorizationDetails?.scheduledAction?.executionDate
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Payment</h2>
        {until && <p>authorised until {shortTime(until, timeZone)}</p>}
        <div className="acts">
          {onAsk && (
            <Button small disabled={busy} onClick={() => void onAsk()}>
              {`Ask for ${text(due)}`}
            </Button>
          )}
          {onVoid && (
            <Button kind="ghost warn" small disabled={busy} onClick={() => void onVoid()}>
              Void the rest
            </Button>
          )}
          {onRefund && (
            <Button small keys={['R']} disabled={busy} onClick={() => void onRefund()}>
              Refund
            </Button>
          )}
          {onCapture && (
            <Button small keys={['C']} disabled={busy} onClick={() => void onCapture()}>
              {`Capture ${text(authorizedAmount)}`}
            </Button>
          )}
        </div>
      </header>
      {payments.length === 0 ? (
        <p className="soft">{due > 0 ? `Nothing has been paid; ${text(due)} is due.` : 'Nothing has been paid.'}</p>
      ) : (
        <>
          {cards + captured + authorizedAmount > 0 && (
            <div
              className="paybar"
              role="img"
              aria-label={`Of ${text(total)}: ${parts.map(({ name, amount }) => `${name.toLowerCase()} ${text(amount)}`).join(', ')}`}
            >
              {bar.map(({ key, amount }) => amount > 0 && <span key={key} data-k={key} style={share(amount)} />)}
            </div>
          )}
          <div className="paykey">
            {parts.map(({ key, name, amount }) => (
              <div key={key} data-k={key}>
                <span>{name}</span>
                <b>{text(amount)}</b>
              </div>
            ))}
          </div>
          <Table
            caption="Transactions"
            className="in small-t"
            head={
              <>
                {['When', 'What', 'Reference', 'Amount'].map((name) => (
                  <Head key={name}>{name}</Head>
                ))}
              </>
            }
            headHidden
          >
            {rows.map(({ id, at, glyph, tone, words, reference, amount }) => (
              <Tr key={id}>
                <Td of="When" className="fit soft">
                  {at && shortTime(at, timeZone)}
                </Td>
                <Td of="What">
                  <Status glyph={glyph} tone={tone}>
                    {words}
                  </Status>
                </Td>
                <Td of="Reference" className="mono faint">
                  {reference}
                </Td>
                <Td of="Amount" className="num">
                  {amount}
                </Td>
              </Tr>
            ))}
          </Table>
        </>
      )}
    </section>
  )
}

const taken: ReadonlySet<string> = new Set(['APPROVED', 'REFUNDED', 'PARTIALLY_REFUNDED'])

type Chargeback = NonNullable<NonNullable<Payment['regularPaymentDetails']>['chargebacks']>[number]

/** Money that the bank took back, and what of it came again. */
function chargebackRows({ id, createdDate, updatedDate, amount, reversalAmount, status, externalId }: Chargeback) {
  const reference = (externalId ?? '').slice(-12)
  const taken = {
    id,
    at: createdDate ?? '',
    glyph: 'c-x' as const,
    tone: status === 'REVERSED' ? ('done' as const) : ('bad' as const),
    words: 'Charged back by the bank',
    reference,
    amount: `−${amount?.formattedAmount ?? ''}`,
  }
  const back = {
    id: `${id} back`,
    at: updatedDate ?? createdDate ?? '',
    glyph: 'c-full' as const,
    tone: 'done' as const,
    words: 'Chargeback reversed',
    reference,
    amount: reversalAmount?.formattedAmount ?? amount?.formattedAmount ?? '',
  }
  return status === 'REVERSED' ? [taken, back] : [taken]
}

type Said = readonly [GlyphName, Tone, string]

function paymentRow(payment: Payment) {
  const { id, amount, regularPaymentDetails: regular, giftcardPaymentDetails: card, membershipPaymentDetails: membership } = payment
  const [glyph, tone, words]: Said = card
    ? card.voided
      ? ['c-slash', 'done', 'Gift card, given back']
      : ['c-full', 'done', `Gift card ${card.obfuscatedCode ?? ''}`]
    : membership
      ? ['c-full', 'done', membership.name?.original ?? 'Membership']
      : regularWords(regular)
  return {
    id: id!,
    glyph,
    tone,
    words: [words, regular?.creditCardDetails && cardText(regular.creditCardDetails.brand, regular.creditCardDetails.lastFourDigits)]
      .filter(Boolean)
      .join(', '),
    reference: (regular?.providerTransactionId ?? '').slice(-12),
    amount: amount?.formattedAmount ?? '',
  }
}

function regularWords(regular: Payment['regularPaymentDetails']): Said {
  const by = regular?.paymentMethodName?.siteLanguageName
  switch (regular?.status) {
    case 'APPROVED':
      return ['c-full', 'done', regular.offlinePayment ? `Paid by hand${by ? `, ${by}` : ''}` : 'Captured']
    case 'AUTHORIZED':
      return ['c-dot', 'wait', 'Authorised']
    case 'DECLINED':
      return ['c-x', 'bad', 'Declined']
    case 'CANCELED':
    case 'VOIDED':
      return ['c-slash', 'done', 'Voided']
    case 'REFUNDED':
      return ['c-back', 'done', 'Captured and refunded']
    case 'PARTIALLY_REFUNDED':
      return ['c-half', 'done', 'Captured, part refunded']
    default:
      return ['c-ring', 'wait', regular?.offlinePayment ? `To be paid by hand${by ? `, ${by}` : ''}` : 'Pending']
  }
}
