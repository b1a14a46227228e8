import { Button, Icon, Ledger, type LedgerRow, Message, Money, Select } from '@vitrine/ui'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { capital, list, many } from '../shop/text.ts'
import { useHydrated } from '../shop/use-hydrated.ts'
import { Ask, useBusy } from './ask.tsx'
import { type Details, type OrderView, units } from './order.ts'
import { OrderDialog } from './order-dialog.tsx'

const whys = ['I ordered by mistake', 'I want to change something', 'It takes too long', 'I found it elsewhere', 'Something else']

interface CancellingProps {
  of: Details
  order: OrderView
  wrong?: string | undefined
}

/** As long as nothing is on its way its buyer may ask to have it cancelled, or some of it; the shop does it. */
export function Cancelling(props: CancellingProps) {
  const { of: details, order } = props
  const { cancellation, takenOut } = details
  const told = cancellation === 'ASKED' ? `asked: ${list(takenOut.map(unitsOf))}` : undefined
  const said = useFocusOnceChanged(told)
  if (order.state === 'canceled' || cancellation === 'TOO_LATE') return null
  const what = takenOut.length > 0 ? `You asked us to take out ${list(takenOut.map(unitsOf))}.` : 'You asked us to cancel it.'
  if (cancellation === 'ASKED' && order.state === 'sent')
    return (
      <Message what={what} className="status__asked">
        It was on its way by then. When it is with you, it can come back.
      </Message>
    )
  return (
    <>
      {told !== undefined && (
        <div ref={said} tabIndex={-1} className="cancel__said">
          <Message tone="good" what={what} className="status__asked">
            We look at it before we pack anything, and write to you.
          </Message>
        </div>
      )}
      {/* What has been asked for begins anew. */}
      {(told === undefined || takenOut.length > 0) && <Way key={told} {...props} more={told !== undefined} />}
    </>
  )
}

/** Whoever asked is led to the answer: what they pressed is gone by then. */
function useFocusOnceChanged(told: string | undefined) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef(told)
  useEffect(() => {
    if (before.current !== told) ref.current?.focus()
    before.current = told
  }, [told])
  return ref
}

/** A window over the page; without script a part of it that opens. */
function Way({ more, ...props }: CancellingProps & { more: boolean }) {
  const [open, setOpen] = useState(false)
  const title = `Cancel order ${props.order.number}?`
  const name = more ? 'Cancel more of it' : 'Cancel it'
  if (!useHydrated())
    return (
      <details className="cancel" open={props.wrong !== undefined}>
        <summary>
          <span className="link small">{name}</span>
        </summary>
        <Question {...props} className="cancel__form">
          <h2>{title}</h2>
        </Question>
      </details>
    )
  const close = () => setOpen(false)
  return (
    <div className="cancel">
      <button type="button" className="link small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {name}
      </button>
      <OrderDialog title={title} closes="Close, keep the order" open={open} onClose={close}>
        <Question {...props} className="cancel__ask" onKeep={close} />
      </OrderDialog>
    </div>
  )
}

interface QuestionProps extends CancellingProps {
  className: string
  onKeep?: () => void
  children?: ReactNode
}

function Question({ of: details, order, wrong, className, onKeep, children }: QuestionProps) {
  const busy = useBusy('cancel')
  const { lines, email } = details
  return (
    <Ask intent="cancel" email={email} className={className}>
      {children}
      <p className="soft">Possible as long as nothing of it is on its way.</p>
      {units(lines) > 1 && <HowMuch of={lines} wrong={wrong} />}
      <Select id="why" name="why" label="Why" optional="if you like" defaultValue="">
        <option value="">I would rather not say</option>
        {whys.map((why) => (
          <option key={why}>{why}</option>
        ))}
      </Select>
      <GoesBack of={details} order={order} />
      <div className="row row--wrap">
        <Button busy={busy} className="button--danger">
          Ask to cancel it
        </Button>
        {onKeep && (
          <button type="button" className="link" onClick={onKeep}>
            Keep it
          </button>
        )}
      </div>
      <p className="tiny soft">
        We look at it before we pack anything, and write to you. {details.back.length > 0 && 'Banks take two or three days.'}
      </p>
    </Ask>
  )
}

/** Where the money of a cancelled order goes, and whether its code serves once more. */
function GoesBack({ of: { back, codes }, order: { currency } }: Pick<CancellingProps, 'of' | 'order'>) {
  const rows: LedgerRow[] = [
    ...back.map(({ to, amount }) => ({ label: to, amount: <Money of={amount} currency={currency} /> })),
    ...codes.map((code) => ({ label: code, amount: 'can be used again' })),
  ]
  return (
    <>
      {rows.length > 0 && <Ledger className="cancel__back" rows={rows} />}
      <p className="small soft cancel__some">
        {back.length > 0 ? 'What these pieces cost you goes back the way it came.' : 'They are taken off what is still to be paid.'}
      </p>
    </>
  )
}

const unitsOf = ({ name, quantity }: { name: string; quantity: number }) => (quantity > 1 ? `${quantity} × ${name}` : name)

/** All of it, or some units of some lines: those are asked for below, also without script. */
function HowMuch({ of: lines, wrong }: { of: Details['lines']; wrong: string | undefined }) {
  return (
    <fieldset className="opts cancel__much" aria-describedby={wrong ? 'out-wrong' : undefined}>
      <legend className="sr">How much of it</legend>
      <label className="opt">
        <input type="radio" name="much" value="all" defaultChecked={wrong === undefined} />
        <span className="opt__t">
          All of it
          <small className="soft">{capital(many(units(lines), 'piece'))}</small>
        </span>
        <span className="opt__p" />
      </label>
      <label className="opt">
        <input type="radio" name="much" value="some" defaultChecked={wrong !== undefined} />
        <span className="opt__t">
          Some of it
          <small className="soft">You choose the pieces below</small>
        </span>
        <span className="opt__p" />
      </label>
      <ul className="cancel__lines">
        {lines.map(({ id, name, chosen, quantity }) => (
          <li key={id}>
            <label className="check">
              <input type="checkbox" name="out" value={id} />
              <span>
                {name}
                {chosen.length > 0 && <small className="soft">, {chosen.join(', ')}</small>}
              </span>
            </label>
            {quantity > 1 && (
              <label className="cancel__count small">
                <span className="sr">How many of {name}</span>
                <select className="input" name={`out.${id}`} defaultValue={quantity}>
                  {Array.from({ length: Math.min(quantity, 100) }, (_, at) => quantity - at).map((count) => (
                    <option key={count} value={count}>
                      {count === quantity ? `all ${count}` : count}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </li>
        ))}
      </ul>
      {wrong && (
        <p className="bad" id="out-wrong" role="alert">
          <Icon of={CircleAlert} />
          <span>{wrong}</span>
        </p>
      )}
    </fieldset>
  )
}
