import { Line, Message, Price, Quantity, useMoneyText } from '@vitrine/ui'
import { type ReactNode, Suspense } from 'react'
import { Form, Link } from 'react-router'
import { apart } from '../shop/apart.tsx'
import { to } from '../shop/shop.ts'
import { capital, inWords, list } from '../shop/text.ts'
import { termsText } from '../totals/terms.ts'
import { type CartLineView, type CartView, isShort, unitsToSell } from './cart.ts'
import type { Estimate } from './estimate.ts'
import { useCart } from './use-cart.tsx'

export interface LinesProps {
  cart: CartView
  /** Tells the fields of two lists on one page apart. */
  id: string
  heading?: 'h2' | 'h3'
  page?: boolean
  /** What is taken off single lines, where that is known. */
  less?: Estimate['less'] | undefined
  /** What single units cost when they were last seen, where that has changed. */
  was?: Estimate['was'] | undefined
  /** How many were asked for before the line was set to what is left. */
  asked?: Readonly<Record<string, number>> | undefined
}

/** The lines of the bag with all that can be done to them; each is a form that works without script. */
export function Lines({ cart, id, heading = 'h3', page, less, was, asked }: LinesProps) {
  return (
    <ul className={page ? 'lines lines--page' : 'lines'}>
      {cart.lines.map((line) => (
        <CartLineRow
          key={line.id}
          of={line}
          id={`${id}-${line.id}`}
          heading={heading}
          less={less?.[line.id]}
          was={was?.[line.id]}
          asked={asked?.[line.id]}
          later={page ?? false}
        />
      ))}
    </ul>
  )
}

const Heart = apart(() => import('../wishlists/heart.tsx'))

const times = (price: string, quantity: number) => (Math.round(Number(price) * 1000) * quantity) / 1000

const fewerText = (left: number, asked: number) =>
  `${capital(inWords(left))} ${left === 1 ? 'is' : 'are'} left, you asked for ${inWords(asked)}.`

interface RowProps {
  of: CartLineView
  id: string
  heading: 'h2' | 'h3'
  less: Estimate['less'][string] | undefined
  was: string | undefined
  asked: number | undefined
  /** Whether it can be saved for later from here. */
  later: boolean
}

function CartLineRow({ of: line, id, heading, less, was, asked, later }: RowProps) {
  const { change, hide } = useCart()
  const text = useMoneyText()
  const address = to.product(line.slug, { ...line.choices, ...(line.planId && { plan: line.planId }) })
  const link = (inner: ReactNode, decorative: boolean) =>
    line.slug === '' ? (
      <span {...(decorative ? { className: 'line__pic', 'aria-hidden': true } : {})}>{inner}</span>
    ) : (
      <Link to={address} onClick={hide} {...(decorative ? { className: 'line__pic', tabIndex: -1, 'aria-hidden': true } : {})}>
        {inner}
      </Link>
    )
  const each = line.quantity > 1 ? `${text(line.price)} each` : undefined
  const short = isShort(line)
  const sold = line.gone ? line.quantity : unitsToSell(line)
  const price = line.gone ? (
    <>
      <span className="sr">not counted: </span>
      <s>
        <Price of={times(line.price, sold)} />
      </s>
    </>
  ) : line.before ? (
    <>
      <Price of={times(line.price, sold)} />
      <span className="was">
        <span className="sr">before </span>
        <s>
          <Price of={times(line.before, sold)} />
        </s>
      </span>
    </>
  ) : (
    <Price of={times(line.price, sold)} />
  )
  return (
    <Line
      name={line.name}
      picture={line.picture}
      link={link}
      heading={heading}
      gone={line.gone}
      price={price}
      chosen={
        <>
          {[...line.chosen, each, ...termsText(line.terms, text)].filter(Boolean).join(', ')}
          {less && !line.gone && (
            <span className="line__less">
              {text(less.amount)} less{less.by.length > 0 && `, by ${list(less.by)}`}
            </span>
          )}
        </>
      }
      message={
        line.gone ? (
          <Message
            className="line__say"
            tone="bad"
            what={
              line.lost
                ? `${line.name || 'This'} is not in the shop any more.`
                : `${[line.name, ...line.chosen].join(', ')} sold out while it was in your bag.`
            }
            ways={
              <Fix name="remove" value={line.id} onPress={() => change(line, 0)}>
                Take it out
              </Fix>
            }
          >
            It is not counted in the total.
          </Message>
        ) : asked !== undefined && asked > line.quantity && line.left === line.quantity ? (
          <Message className="line__say" tone="warn" what={fewerText(line.left, asked)}>
            {`We set the line to ${inWords(line.left)}.`}
          </Message>
        ) : !short && was !== undefined ? (
          <Repriced was={was} now={line.price} />
        ) : (
          short && (
            <Message
              className="line__say"
              tone="warn"
              what={fewerText(line.left ?? 0, line.quantity)}
              ways={
                <Fix name={`quantity.${line.id}`} value={String(line.left ?? 0)} onPress={() => change(line, line.left ?? 0)}>
                  {`Take ${inWords(line.left ?? 0)}`}
                </Fix>
              }
            />
          )
        )
      }
      tools={
        <>
          {!line.gone && (
            <Form method="post" action={to.cart} className="line__form" onSubmit={(event) => event.preventDefault()}>
              <input type="hidden" name="intent" value="change" />
              <Quantity
                id={id}
                name={`quantity.${line.id}`}
                value={line.quantity}
                most={line.left}
                of={line.name}
                small
                onChange={(quantity) => change(line, Math.max(1, Math.min(quantity || 1, 100_000)))}
              />
              <button className="text-button no-script">Keep</button>
              <button className="text-button" name="remove" value={line.id} onClick={() => change(line, 0)}>
                Remove<span className="sr"> {line.name}</span>
              </button>
            </Form>
          )}
          {!line.lost && !line.gift && (
            <Suspense>
              <Heart
                product={line.productId}
                variant={line.variantId}
                name={[line.name, ...line.chosen].join(', ')}
                className="icon-button line__heart"
              />
            </Suspense>
          )}
          {later && !line.gift && (
            <Form method="post" action={to.cart} preventScrollReset>
              <input type="hidden" name="intent" value="later" />
              <button className="text-button" name="line" value={line.id}>
                Keep for later<span className="sr"> {line.name}</span>
              </button>
            </Form>
          )}
        </>
      }
    />
  )
}

/** One press that puts a line right; without script it is a form of its own. */
function Fix({ name, value, onPress, children }: { name: string; value: string; onPress: () => void; children: ReactNode }) {
  return (
    <Form
      method="post"
      action={to.cart}
      className="fix"
      onSubmit={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      <input type="hidden" name="intent" value="change" />
      <button className="link" name={name} value={value}>
        {children}
      </button>
    </Form>
  )
}

/** Its price is another than when the bag was last looked at. */
function Repriced({ was, now }: { was: string; now: string }) {
  const text = useMoneyText()
  return (
    <Message
      className="line__say"
      tone="warn"
      what={`It cost ${text(was)} when you last looked, now it costs ${text(now)}.`}
      ways={
        <Form method="post" action={to.cart} preventScrollReset className="fix">
          <input type="hidden" name="intent" value="seen" />
          <button className="link">All right</button>
        </Form>
      }
    >
      The total goes by the price of now.
    </Message>
  )
}
