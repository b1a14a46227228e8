import type { OrderTransactions } from '@vitrine/contract'
import { type Minor, toDecimal, zero } from '@vitrine/pricing'
import { useState } from 'react'
import { client } from '../../client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Radio, TextField } from '../../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { YourMessage } from '../../parts/your-message.tsx'
import { linkCopied } from '../link-copied.ts'
import { readAmount, written } from '../sums.ts'
import { cardText, firstNameOf, many, numberOf } from '../text.ts'
import type { OrderDialogProps } from './act.ts'
import { takingsOf, voidedBy } from './taking.ts'

interface AuthorizedProps extends OrderDialogProps {
  authorized: OrderTransactions['payments']
  /** All that is authorized. */
  amount: Minor
}

const cardOf = ({ regularPaymentDetails: regular }: OrderTransactions['payments'][number]): string =>
  regular?.creditCardDetails
    ? cardText(regular.creditCardDetails.brand, regular.creditCardDetails.lastFourDigits)
    : (regular?.paymentMethodName?.siteLanguageName ?? 'Payment')

/** Captures what is authorized, or a part of it. */
export function CaptureDialog({ order, authorized, amount: most, busy, onAct, onClose }: AuthorizedProps) {
  const currency = order.currency!
  const [text, setText] = useState(toDecimal(most, currency))
  const amount = readAmount(text, currency)
  const isGood = amount !== undefined && amount > zero && amount <= most
  const takings = isGood ? takingsOf(authorized, amount, currency) : []
  const voided = voidedBy(takings, authorized, currency)
  return (
    <Dialog
      title={`Capture for ${numberOf(order.number)}`}
      about={`${written(most, currency)} is authorised on ${many(authorized.length, 'payment')}.`}
      does={isGood ? `Capture ${written(amount, currency)}` : 'Capture'}
      says={voided > 0 ? `${written(voided, currency)} is voided with it and cannot be captured later.` : undefined}
      busy={busy}
      disabled={!isGood}
      onDo={() =>
        void onAct(async () => {
          await client.orderBilling.captureAuthorizedPayments({ orderId: order.id!, payments: takings })
          return `${written(amount!, currency)} captured.`
        })
      }
      onClose={onClose}
    >
      <div className="stack">
        <TextField
          label="Amount"
          end
          inputMode="decimal"
          after={currency}
          value={text}
          data-first=""
          error={
            amount === undefined
              ? `That is no amount of ${currency}.`
              : amount > most
                ? `More than ${written(most, currency)} is not authorised.`
                : undefined
          }
          onChange={(event) => setText(event.target.value)}
        />
        {authorized.length > 1 && (
          <Table
            caption="What is captured of each payment"
            head={
              <>
                <Head>Payment</Head>
                <Head className="num">Authorised</Head>
                <Head className="num">Captured</Head>
              </>
            }
          >
            {authorized.map((payment) => {
              const part = takings.find(({ paymentId }) => paymentId === payment.id)
              return (
                <Tr key={payment.id}>
                  <RowHead>{cardOf(payment)}</RowHead>
                  <Td of="Authorised" className="num soft">
                    {payment.amount?.formattedAmount}
                  </Td>
                  <Td of="Captured" className="num">
                    {written(readAmount(part?.amount.amount ?? '0', currency) ?? zero, currency)}
                  </Td>
                </Tr>
              )
            })}
          </Table>
        )}
      </div>
    </Dialog>
  )
}

/** Voids what is authorized: it cannot be captured any more. */
export function VoidDialog({ order, authorized, amount, busy, onAct, onClose }: AuthorizedProps) {
  const sum = written(amount, order.currency!)
  return (
    <Dialog
      title={`Void ${sum}`}
      about={`${firstNameOf(order)} can spend it again; it cannot be captured any more. The order stands, and ${sum} is due for it.`}
      does={`Void ${sum}`}
      kind="danger"
      says="Cannot be undone."
      busy={busy}
      onDo={() =>
        void onAct(async () => {
          await client.orderBilling.voidAuthorizedPayments({ orderId: order.id!, paymentIds: authorized.map(({ id }) => id!) })
          return `${sum} is voided.`
        })
      }
      onClose={onClose}
    >
      <ul className="stack-s">
        {authorized.map((payment) => (
          <li key={payment.id}>
            {payment.amount?.formattedAmount}, {cardOf(payment)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface AskProps extends OrderDialogProps {
  /** What is still due. */
  due: Minor
}

/** Has what is due paid: by a link, or it came by hand. */
export function AskDialog({ order, due, busy, onAct, onClose }: AskProps) {
  const currency = order.currency!
  const orderId = order.id!
  const [way, setWay] = useState<'LINK' | 'COPY' | 'HAND'>(order.buyerInfo?.email ? 'LINK' : 'COPY')
  const [text, setText] = useState(toDecimal(due, currency))
  const [email, setEmail] = useState(order.buyerInfo?.email ?? '')
  const [words, setWords] = useState('')
  const amount = readAmount(text, currency)
  const isGood = amount !== undefined && amount > zero && amount <= due && (way !== 'LINK' || /^[^\s@]+@[^\s@]+$/.test(email.trim()))
  const sum = written(amount ?? zero, currency)
  const settle = () =>
    onAct(async () => {
      const price = { amount: toDecimal(amount!, currency) }
      if (way === 'HAND') {
        await client.orders.recordManuallyCollectedPayment({ orderId, amount: price })
        return `${sum} is recorded as paid.`
      }
      const { paymentGatewayOrderId: id } = await client.orders.preparePaymentCollection({ ecomOrderId: orderId, amount: price })
      if (way === 'COPY') {
        const { url } = await client.paymentLinks.getPaymentLink({ id })
        return linkCopied(url, sum)
      }
      const { sentTo } = await client.paymentLinks.sendPaymentLink({
        id,
        email: email.trim(),
        ...(words.trim() && { customMessage: words.trim() }),
      })
      return `${sum} asked for at ${sentTo}.`
    })
  return (
    <Dialog
      title={`${written(due, currency)} is due`}
      does={way === 'LINK' ? `Ask for ${sum}` : way === 'COPY' ? `Make a link for ${sum}` : `Record ${sum} as paid`}
      busy={busy}
      disabled={!isGood}
      onDo={() => void settle()}
      onClose={onClose}
    >
      <div className="stack">
        <div className="stack-s" role="radiogroup" aria-label="How it comes in">
          <Radio
            name="way"
            checked={way === 'LINK'}
            onChange={() => setWay('LINK')}
            hint="The email leads to a page of the shop to pay at."
          >
            Email a link to pay
          </Radio>
          <Radio
            name="way"
            checked={way === 'COPY'}
            onChange={() => setWay('COPY')}
            hint="For a text message or a chat. Nobody is emailed."
          >
            Copy a link to pay
          </Radio>
          <Radio name="way" checked={way === 'HAND'} onChange={() => setWay('HAND')} hint="By transfer, in cash, at the counter.">
            It was paid outside the shop
          </Radio>
        </div>
        <TextField
          label="Amount"
          end
          inputMode="decimal"
          after={currency}
          value={text}
          error={amount === undefined || amount > due ? `At most ${written(due, currency)}.` : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {way === 'LINK' && (
          <>
            <TextField label="To" type="email" value={email} maxLength={250} onChange={(event) => setEmail(event.target.value)} />
            <YourMessage value={words} onWrite={setWords} />
          </>
        )}
      </div>
    </Dialog>
  )
}
