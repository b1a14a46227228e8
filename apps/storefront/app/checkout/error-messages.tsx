import { Message, useMoneyText } from '@vitrine/ui'
import { Form, Link } from 'react-router'
import { to } from '../shop/shop.ts'
import { capital, inWords, list } from '../shop/text.ts'
import { codeError } from '../totals/codes.ts'
import { type CheckoutLine, type CheckoutView, checkoutPath } from './checkout.ts'
import type { CheckoutError } from './errors.ts'

export interface CheckoutErrorsProps {
  of: CheckoutView
  error: CheckoutError | undefined
  session: string | undefined
}

const called = ({ name, chosen }: CheckoutLine) => [name, ...chosen].join(', ')
const isAre = (n: number) => (n === 1 ? 'is' : 'are')

/** What stands in the way of the whole order, each with its way on. What a card meets is said beside the card. */
export function CheckoutErrors({ of: view, error, session }: CheckoutErrorsProps) {
  const gone = view.lines.filter(({ left }) => left === 0)
  const short = view.lines.filter(({ left }) => left !== undefined && left > 0)
  const all = gone.length > 0 && gone.length === view.lines.length
  if (view.lines.length === 0)
    return (
      <Message
        className="co__say"
        tone="warn"
        what="There is nothing left in this order."
        ways={
          <Link className="link" to={to.all}>
            Look around
          </Link>
        }
      >
        Nothing was charged.
      </Message>
    )
  return (
    <>
      {all ? (
        <Message
          className="co__say"
          tone="bad"
          what={`${list(gone.map(called))} sold out while you were here.`}
          ways={
            <>
              <Link className="link" to={to.all}>
                Look for something else
              </Link>
              <Link className="link" to={to.cart}>
                Back to the bag
              </Link>
            </>
          }
        >
          Nothing was charged.
        </Message>
      ) : (
        gone.map((line) => (
          <Message
            key={line.id}
            className="co__say"
            tone="bad"
            what={`${called(line)} sold out while it was in your bag.`}
            ways={<Fix name="remove" value={line.id} words="Take it out and go on" />}
          >
            Nothing was charged. The rest can still be yours.
          </Message>
        ))
      )}
      {short.map((line) => (
        <Message
          key={line.id}
          className="co__say"
          tone="warn"
          what={`${capital(inWords(line.left ?? 0))} ${isAre(line.left ?? 0)} left of ${called(line)}, you asked for ${inWords(line.quantity)}.`}
          ways={
            <>
              <Fix name={`quantity.${line.id}`} value={String(line.left)} words={`Take ${inWords(line.left ?? 0)}`} />
              <Fix name="remove" value={line.id} words="Take it out" />
            </>
          }
        >
          Nothing was charged.
        </Message>
      ))}
      {view.lines
        .filter(({ forMembers }) => forMembers)
        .map((line) => (
          <Message
            key={line.id}
            className="co__say"
            tone="warn"
            what={`${called(line)} is for members.`}
            ways={<Fix name="remove" value={line.id} words="Take it out and go on" />}
          >
            {view.memberships.some(({ not }) => !not) ? 'Choose a membership that pays for it below.' : 'None of yours pays for it.'}
          </Message>
        ))}
      {gone.length + short.length === 0 && error && <Said of={view} error={error} session={session} />}
    </>
  )
}

/** One press that puts a line right. */
function Fix({ name, value, words }: { name: string; value: string; words: string }) {
  return (
    <Form method="post" className="co__fix">
      <input type="hidden" name="intent" value="lines" />
      <button className="link" name={name} value={value}>
        {words}
      </button>
    </Form>
  )
}

function Said({ of: view, error, session }: { of: CheckoutView; error: CheckoutError; session: string | undefined }) {
  const text = useMoneyText()
  const say = { className: 'co__say', tone: 'warn' } as const
  const again = (
    <Link className="link" to={checkoutPath(view.id, { step: 'delivery', session })}>
      Choose again
    </Link>
  )
  switch (error.kind) {
    case 'changed':
      return (
        <Message {...say} what="The sum changed while you were here.">
          It was {text(error.was)}, now it is {text(view.sums.total)}. Nothing was charged.
        </Message>
      )
    case 'short':
      return (
        <Message {...say} what="Somebody else was just buying the last of it.">
          Nothing was charged. It is there again now, so one more press will do.
        </Message>
      )
    case 'offer':
      return (
        <Message {...say} what={codeError(error.refusal, view.code ?? 'This code') ?? 'Something of the price is no longer so.'}>
          Nothing was charged. Take it off beside your order, or use another.
        </Message>
      )
    case 'delivery-gone':
      return (
        <Message {...say} what="This way of delivery is not offered any more." ways={again}>
          Nothing was charged, the rest is as you left it.
        </Message>
      )
    case 'undeliverable':
      return (
        <Message
          {...say}
          what="We cannot send this there as it is."
          ways={
            <>
              <Link className="link" to={checkoutPath(view.id, { step: 'address', session })}>
                Another address
              </Link>
              <Link className="link" to={to.cart}>
                Change the bag
              </Link>
            </>
          }
        >
          Nothing was charged.
        </Message>
      )
    case 'way-gone':
      return (
        <Message {...say} what="This payment method is not offered for this order any more.">
          Nothing was charged. Choose another below.
        </Message>
      )
    case 'closed':
      return (
        <Message {...say} what="We cannot take payments just now.">
          Nothing was charged, your bag is kept. Usually it works again in a minute.
        </Message>
      )
    default:
      return null
  }
}
