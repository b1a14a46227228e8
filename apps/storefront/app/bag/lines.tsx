import { Line, Message, Price, Quantity, useMoneyText } from '@vitrine/ui'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { to } from '../shop/shop.ts'
import { capital, inWords } from '../shop/words.ts'
import type { Bag, BagLine } from './bag.ts'
import { useBag } from './use-bag.tsx'

export interface LinesProps {
  bag: Bag
  /** Tells the fields of two lists on one page apart. */
  id: string
  heading?: 'h2' | 'h3'
  page?: boolean
}

/** The lines of the bag with all that can be done to them; each is a form that works without script. */
export function Lines({ bag, id, heading = 'h3', page }: LinesProps) {
  return (
    <ul className={page ? 'lines lines--page' : 'lines'}>
      {bag.lines.map((line) => (
        <BagLineRow key={line.id} of={line} id={`${id}-${line.id}`} heading={heading} />
      ))}
    </ul>
  )
}

const times = (price: string, quantity: number) => (Math.round(Number(price) * 1000) * quantity) / 1000

function BagLineRow({ of: line, id, heading }: { of: BagLine; id: string; heading: 'h2' | 'h3' }) {
  const { change, hide } = useBag()
  const text = useMoneyText()
  const address = to.product(line.slug, line.choices)
  const link = (inner: ReactNode, decorative: boolean) => (
    <Link to={address} onClick={hide} {...(decorative ? { className: 'line__pic', tabIndex: -1, 'aria-hidden': true } : {})}>
      {inner}
    </Link>
  )
  const each = line.quantity > 1 ? `${text(line.price)} each` : undefined
  const short = !line.gone && line.left !== undefined && line.left < line.quantity
  const price = line.gone ? (
    <>
      <span className="sr">not counted: </span>
      <s>
        <Price of={times(line.price, line.quantity)} />
      </s>
    </>
  ) : line.before ? (
    <>
      <Price of={times(line.price, line.quantity)} />
      <span className="was">
        <span className="sr">before </span>
        <s>
          <Price of={times(line.before, line.quantity)} />
        </s>
      </span>
    </>
  ) : (
    <Price of={times(line.price, line.quantity)} />
  )
  return (
    <Line
      name={line.name}
      picture={line.picture}
      link={link}
      heading={heading}
      gone={line.gone}
      price={price}
      chosen={[...line.chosen, each].filter(Boolean).join(', ')}
      message={
        line.gone ? (
          <Message className="line__say" tone="bad" what={`${[line.name, ...line.chosen].join(', ')} sold out while it was in your bag.`}>
            It is not counted in the total.
          </Message>
        ) : (
          short && (
            <Message
              className="line__say"
              tone="warn"
              what={`${capital(inWords(line.left ?? 0))} ${line.left === 1 ? 'is' : 'are'} left, you asked for ${inWords(line.quantity)}.`}
              ways={
                <button type="button" className="link" onClick={() => change(line, line.left ?? 0)}>
                  {`Take ${inWords(line.left ?? 0)}`}
                </button>
              }
            />
          )
        )
      }
      tools={
        <Form method="post" action={to.bag} className="line__form" onSubmit={(event) => event.preventDefault()}>
          <input type="hidden" name="intent" value="change" />
          {!line.gone && (
            <>
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
            </>
          )}
          <button className="text-button" name="remove" value={line.id} onClick={() => change(line, 0)}>
            Remove<span className="sr"> {line.name}</span>
          </button>
        </Form>
      }
    />
  )
}
