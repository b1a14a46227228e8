import { Button, classes, Message, Money, Picture, Price, useMoneyText } from '@vitrine/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useFetcher, useNavigation, useSubmit } from 'react-router'
import { useOpenCartDrawer } from '../cart/open-cart-drawer.ts'
import { useCart } from '../cart/use-cart.tsx'
import { to } from '../shop/shop.ts'
import { capital, inWords, list, many } from '../shop/text.ts'
import { type Again, type AgainLine, type Chosen, difference, OUT, takenOf, times, together } from './again.ts'
import { Ask, useBusy } from './ask.tsx'
import type { SaidOfOrder } from './asked.server.ts'
import { Moment } from './moment.tsx'
import type { OrderView } from './order.ts'
import { OrderDialog } from './order-dialog.tsx'

interface OrderAgainProps {
  of: OrderView
  email: string
  said: Again | undefined
}

/** Shows first what it would be now, in a window; without script all that is still sold goes into the bag at once. */
export function OrderAgain({ of: order, email, said }: OrderAgainProps) {
  const look = useFetcher<SaidOfOrder>()
  const submit = useSubmit()
  const putting = useBusy('again')
  const { show } = useCart()
  const [form, setForm] = useState<HTMLFormElement>()
  const idle = look.state === 'idle'
  const lines = idle ? look.data?.look : undefined
  // Where nobody can say it before, it is put in as it was.
  useEffect(() => {
    if (!form || !idle || !look.data || look.data.look) return
    setForm(undefined)
    void submit(form, { preventScrollReset: true })
  }, [form, idle, look.data, submit])
  const open = form !== undefined && lines !== undefined
  // The page as it is after the answer closes what lies over it; the bag opens when that is done.
  const answer = useNavigation().state === 'idle' ? said : undefined
  const heard = useRef<Again>(undefined)
  useEffect(() => {
    if (!answer || answer === heard.current) return
    heard.current = answer
    setForm(undefined)
    if (answer.put.length > 0 && answer.fewer.length + answer.gone.length === 0) show()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer
  }, [answer])
  const see = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setForm(event.currentTarget)
    void look.submit({ intent: 'look', ...(email && { email }) }, { method: 'post' })
  }
  return (
    <>
      <Ask intent="again" email={email} onSubmit={see}>
        <button className="link" aria-busy={!idle || putting || undefined} {...useOpenCartDrawer()}>
          Order the same again
        </button>
      </Ask>
      <OrderDialog title="The same again" closes="Close" open={open} onClose={() => setForm(undefined)} wide>
        {lines && <Look of={lines} order={order} email={email} />}
      </OrderDialog>
    </>
  )
}

function Look({ of: lines, order, email }: { of: readonly AgainLine[]; order: OrderView; email: string }) {
  const [chosen, setChosen] = useState<Chosen>({})
  const busy = useBusy('again')
  const { units, sum } = together(lines, chosen, order.currency)
  const changed = lines.filter(({ state }) => state !== 'same').length
  return (
    <Ask intent="again" email={email} className="again-form">
      <input type="hidden" name="chosen" value="yes" />
      <p className="soft">
        {changed === 0 ? 'Nothing' : capital(many(changed, 'thing'))} changed since <Moment at={order.placedDate} as="date" />
        {changed > 0 && changed < lines.length && '; the rest is as it was'}.
      </p>
      <ul className="minis minis--big">
        {lines.map((line) => (
          <AgainRow
            key={line.id}
            of={line}
            chosen={chosen}
            currency={order.currency}
            onChoose={(choice) =>
              setChosen(({ [line.id]: _before, ...rest }) => (choice === undefined ? rest : { ...rest, [line.id]: choice }))
            }
          />
        ))}
      </ul>
      {units > 0 ? (
        <>
          <div className="between" role="status">
            <span>
              Together <span className="soft small">{many(units, 'piece')}</span>
            </span>
            <span className="again-form__sum">
              <Price of={sum} currency={order.currency} />
            </span>
          </div>
          <Button wide busy={busy}>
            Put {many(units, 'piece')} in the bag
          </Button>
        </>
      ) : lines.some(({ instead }) => instead.length > 0) ? (
        <Message what="Nothing is chosen yet.">Take something in place of what is sold out.</Message>
      ) : (
        <Message
          what="Nothing of it can be had now."
          ways={
            <Link className="link" to={to.all}>
              See what there is
            </Link>
          }
        />
      )}
    </Ask>
  )
}

interface AgainRowProps {
  of: AgainLine
  chosen: Chosen
  currency: string
  onChoose: (choice: string | undefined) => void
}

function AgainRow({ of: line, chosen, currency, onChoose }: AgainRowProps) {
  const { id, name, picture, quantity, state, before, instead } = line
  const taken = takenOf(line, chosen)
  const choice = chosen[id]
  const units = taken?.units ?? quantity
  const was = times(before, units, currency)
  const now = taken && times(taken.price, units, currency)
  return (
    <li className={classes('mini again', !taken && 'again--no')}>
      {taken && <input type="hidden" name="take" value={id} />}
      {taken?.variantId && <input type="hidden" name={`instead.${id}`} value={taken.variantId} />}
      <span className="mini__pic">{picture && <Picture of={picture} sizes="4rem" ratio={4 / 5} silent />}</span>
      <span className="mini__t">
        <span className="name">{name}</span>
        <small className="soft" role="status">
          <State of={line} choice={choice} />
        </small>
        {state === 'changed' && choice !== OUT && <Difference of={line} currency={currency} />}
        {(instead.length > 0 || choice === OUT) && (
          <small className="row row--wrap again__ways">
            {choice !== OUT &&
              instead.map(({ variantId, name: other }) =>
                variantId === choice ? null : (
                  <button key={variantId} type="button" className="link" onClick={() => onChoose(variantId)}>
                    Take {other}
                    <span className="sr"> for {name}</span>
                  </button>
                ),
              )}
            <button type="button" className="link" onClick={() => onChoose(choice === OUT ? undefined : OUT)}>
              {choice === OUT ? 'Choose again' : 'Leave it out'}
              <span className="sr">: {name}</span>
            </button>
          </small>
        )}
      </span>
      <span>
        {now && <Money of={now} currency={currency} />}
        {now !== was && (
          <>
            {' '}
            <s className="faint">
              <span className="sr">before </span>
              <Money of={was} currency={currency} />
            </s>
          </>
        )}
      </span>
    </li>
  )
}

/** What was chosen and how many, or what became of it. */
function State({ of: { state, chosen, quantity, left = 0, preorder, instead }, choice }: { of: AgainLine; choice: string | undefined }) {
  const what = chosen.join(', ')
  const taken = instead.find(({ variantId }) => variantId === choice)
  if (choice === OUT) return 'Left out'
  if (taken) return [capital(taken.name), inWords(quantity)].join(', ')
  if (state === 'out') return what ? `${what}: sold out` : 'Sold out'
  if (state === 'gone') return what ? `${what}: no longer made` : 'No longer made'
  if (state === 'fewer') return list([what, `${inWords(left)} of ${inWords(quantity)} left`].filter(Boolean)).replace(' and ', ', ')
  return [what, inWords(quantity), preorder && 'as a preorder'].filter(Boolean).join(', ')
}

function Difference({ of: line, currency }: { of: AgainLine; currency: string }) {
  const text = useMoneyText()
  const by = difference(line, currency)
  const less = by.startsWith('-')
  return (
    <small>
      {text(less ? by.slice(1) : by)} {less ? 'less' : 'more'} {line.quantity > 1 ? 'a piece ' : ''}than then
    </small>
  )
}

/** What became of ordering the same again. */
export function AgainSaid({ of: { put, fewer, gone } }: { of: Again }) {
  const some = put.length + fewer.length > 0
  const count = put.reduce((sum, { quantity }) => sum + quantity, 0) + fewer.reduce((sum, { left }) => sum + left, 0)
  return (
    <Message
      tone={some ? (fewer.length + gone.length > 0 ? 'warn' : 'good') : 'bad'}
      what={some ? `${capital(many(count, 'piece'))} ${count === 1 ? 'is' : 'are'} in your bag.` : 'Nothing of it is to be had any more.'}
      ways={
        <Link className="link" to={some ? to.cart : to.all}>
          {some ? 'Look at the bag' : 'See what there is'}
        </Link>
      }
      className="status__again"
    >
      {[
        ...fewer.map(({ name, left }) => `Of ${name} ${left === 1 ? 'one is' : `${left} are`} left.`),
        ...(gone.length > 0 ? [`${list(gone)} ${gone.length === 1 ? 'is' : 'are'} sold out or no longer made.`] : []),
      ].join(' ')}
    </Message>
  )
}
