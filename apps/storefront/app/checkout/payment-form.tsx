import { Button, Field, Icon, Message, Price } from '@vitrine/ui'
import { CircleAlert } from 'lucide-react'
import { type ChangeEvent, Fragment, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { apart } from '../shop/apart.tsx'
import { useHydrated } from '../shop/use-hydrated.ts'
import { useShop } from '../shop/use-shop.ts'
import { Applying, type ApplyingProps } from './applying.tsx'
import type { Asks } from './asks.ts'
import { checkCard, readCard, writeNumber, writeUntil } from './card.ts'
import { type PayWay, savedMethodPrefix } from './checkout.ts'
import { type CheckoutError, cartIsSaved, declinedText } from './errors.ts'
import { StepSection } from './step.tsx'
import type { StepsProps } from './steps-props.ts'
import { usePaymentElement } from './use-payment-element.ts'
import { useWrong } from './use-wrong.ts'

const StripeForm = apart(() => import('./stripe-form.tsx'))

export interface PaymentFormProps
  extends Pick<StepsProps, 'payKey' | 'wrongCard' | 'holder' | 'error' | 'ways' | 'by'>,
    Partial<Pick<StepsProps, 'confirmation'>> {
  /** The currency is said where the shop's may have become another since. */
  view: { due: string; sums: { total: string }; currency?: string }
  /** What has become of everything else when a payment comes to nothing. */
  saved?: string
  /** What it means to press the button. */
  terms?: string
  /** What is ticked before there is an order. */
  boxes?: Boxes
  /** Where another way to pay is chosen than the card at hand; where it leads nowhere, all are shown. */
  otherWays?: string | undefined
}

export interface Boxes {
  agreement: Asks['subscription']
  subscription: Asks['subscription']
  /** What is to be read stands at the foot of the page. */
  hasPolicies: boolean
  /** What holds for each order. */
  applying: ApplyingProps
  /** The button was pressed without it. */
  unagreed: boolean
  /** Why there can be no order yet. */
  notYet: string | undefined
}

/** How it is paid. What is written of a card is sent, never stored: a page that comes back no longer has the number. */
export function PaymentForm({
  view,
  payKey,
  wrongCard,
  holder,
  error,
  ways,
  by,
  saved = cartIsSaved,
  terms,
  boxes,
  otherWays,
  confirmation,
}: PaymentFormProps) {
  const [missed, setMissed] = useState(boxes?.unagreed ?? false)
  const { form, wrong, may, see } = useWrong(wrongCard)
  const paying = useNavigation().formData?.get('intent') === 'pay'
  const until = useRef('')
  // A card that its bank has just refused is not proposed once more.
  const refusedCard = error?.kind === 'declined' && by?.startsWith(savedMethodPrefix)
  const declined = error?.kind === 'declined' ? declinedText(error.reason, saved) : undefined
  const tried = declined !== undefined || error?.kind === 'silence'
  useEffect(() => {
    if (error?.kind !== 'declined') return
    const card = form.current
    // Another code is asked for in any case, and another number where it is the card itself that was refused.
    const again = declinedText(error.reason).field === 'number' ? ['number', 'code'] : ['code']
    for (const name of again) {
      const field = card?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = ''
    }
    card?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error, form])
  const note = (field: 'number' | 'until' | 'code') =>
    wrong[field] ??
    (error?.kind === 'declined' && !refusedCard && declined?.field === field && (
      <>
        Declined by the bank
        <At time={error.at} />. {declined.note}
      </>
    ))
  const due = Number(view.due) > 0
  const proposed = ways.filter(({ kind, over }) => !over && !(refusedCard && kind === 'KEPT'))
  const first = proposed.find(({ id }) => id === by) ?? proposed[0]
  const [chosen, choose] = useState<{ id: string; before: CheckoutError | undefined }>()
  // A page that is shown again may offer other ways than before.
  const way = (refusedCard && chosen?.before !== error ? undefined : ways.find(({ id }) => id === chosen?.id)) ?? first
  const element = usePaymentElement(due ? way : undefined, confirmation)
  const busy = paying || element.works
  const { locale } = useShop()
  const atHand = due && first?.kind === 'KEPT' && otherWays && !error ? first : undefined
  const withCard = ways.some(({ kind }) => kind === 'CARD')
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        const written = new FormData(event.currentTarget)
        const isRight = !due || way?.kind !== 'CARD' || may(checkCard(readCard(written), new Date()))
        const agreed = !boxes?.agreement || written.has('agreed')
        setMissed(!agreed)
        if (busy || !isRight || !agreed) event.preventDefault()
        if (isRight && !agreed) event.currentTarget.querySelector<HTMLElement>('#agreed')?.focus()
        if (!event.defaultPrevented) element.onSubmit(event)
      }}
    >
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="key" value={payKey} />
      <input type="hidden" name="total" value={view.sums.total} />
      {view.currency && <input type="hidden" name="currency" value={view.currency} />}
      {atHand ? (
        <StepSection name="payment" question="How do you pay?" state="done" change={otherWays}>
          <input type="hidden" name="by" value={atHand.id} />
          <p>
            {atHand.name}
            {atHand.hint && `, ${atHand.hint.charAt(0).toLowerCase()}${atHand.hint.slice(1)}`}
          </p>
        </StepSection>
      ) : (
        <StepSection name="payment" question="How do you pay?" state="now">
          {element.refused !== undefined && !busy ? (
            <Message tone="bad" what="Not paid.">
              {element.refused} {saved}
            </Message>
          ) : (
            <PaymentError
              of={error}
              withCard={withCard}
              saved={saved}
              other={proposed.find(({ kind }) => kind !== 'CARD' && kind !== 'KEPT')}
            />
          )}
          {due ? (
            ways.length === 0 ? (
              <p>There is no payment method for this just now. {saved}</p>
            ) : (
              <div className="opts opts--pay" role="radiogroup" aria-labelledby="s-payment" key={refusedCard ? error.at : 'ways'}>
                {ways.map(({ id, kind, name, hint, keep, over, element: its }) => (
                  <Fragment key={id}>
                    <label className="opt">
                      <input
                        type="radio"
                        name="by"
                        id={`by-${id}`}
                        value={id}
                        defaultChecked={id === first?.id}
                        disabled={over}
                        onChange={() => choose({ id, before: error })}
                      />
                      <span className="opt__t">
                        <span>{name}</span>
                        {kind === 'REDIRECT' && !(its && way?.id === id) && (
                          <small className="soft">{its ? 'Cards, wallets and banks' : 'You pay on a page of its own and come back'}</small>
                        )}
                        {hint && <small className="soft">{hint}</small>}
                      </span>
                      <span className="opt__p small soft">{kind === 'CARD' && 'Visa, Mastercard, Amex'}</span>
                    </label>
                    {kind === 'CARD' && (
                      <div className="opt__open co__card">
                        <div className="fields fields--2">
                          <Field
                            id="number"
                            name="number"
                            wide
                            label="Card number"
                            autoComplete="cc-number"
                            inputMode="numeric"
                            placeholder="1234 5678 9012 3456"
                            maxLength={30}
                            required
                            onChange={(event) => rewrite(event, writeNumber)}
                            onBlur={() => wrong.number && see('number', undefined)}
                            wrong={note('number')}
                          />
                          <div className="fields fields--half wide">
                            <Field
                              id="until"
                              name="until"
                              label="Good until"
                              autoComplete="cc-exp"
                              inputMode="numeric"
                              placeholder="MM / YY"
                              maxLength={9}
                              required
                              onChange={(event) => {
                                rewrite(event, (text) => writeUntil(text, until.current))
                                until.current = event.target.value
                              }}
                              wrong={note('until')}
                            />
                            <Field
                              id="code"
                              name="code"
                              label="Code on the back"
                              autoComplete="cc-csc"
                              inputMode="numeric"
                              placeholder="CVC"
                              maxLength={4}
                              required
                              wrong={note('code')}
                            />
                          </div>
                          <Field
                            id="holder"
                            name="holder"
                            wide
                            label="Name on the card"
                            autoComplete="cc-name"
                            maxLength={100}
                            required
                            defaultValue={holder}
                            wrong={wrong.holder}
                          />
                        </div>
                        {keep && <Keep id={id} words={keep} />}
                        <p className="hint co__note">Test payments: 4242 4242 4242 4242, any date to come, any code.</p>
                      </div>
                    )}
                    {kind === 'REDIRECT' && (keep || its) && (
                      <div className="opt__open">
                        {its && way?.id === id && (
                          <Suspense>
                            <StripeForm of={its} locale={locale} handle={element.handle} onReady={element.onReady} />
                          </Suspense>
                        )}
                        {keep && <Keep id={id} words={keep} />}
                      </div>
                    )}
                  </Fragment>
                ))}
              </div>
            )
          ) : (
            <p>There is nothing to pay.</p>
          )}
        </StepSection>
      )}
      {boxes && <Agreements of={boxes} missed={missed} onTick={() => setMissed(false)} />}
      <div className="co__go">
        <Button wide busy={busy} disabled={(due && ways.length === 0) || boxes?.notYet !== undefined}>
          {due ? (
            <>
              {verbOf(way, tried || element.refused !== undefined, element.here)} <Price of={view.due} />
            </>
          ) : (
            'Order'
          )}
        </Button>
        <p className="tiny soft">
          {terms ?? (due ? 'With this you order, and owe the amount.' : 'With this you order.')}
          {boxes && <Applying {...boxes.applying} />}
        </p>
      </div>
    </Form>
  )
}

/** Saves the card for orders to come. Nobody has to. */
const Keep = ({ id, words }: { id: string; words: string }) => (
  <label className="check co__keep">
    <input type="checkbox" name="keep" value={id} />
    <span>{words}</span>
  </label>
)

/** The boxes beside the button: one that has to be ticked, one that may be. */
function Agreements({ of: boxes, missed, onTick }: { of: Boxes; missed: boolean; onTick: () => void }) {
  const { agreement, subscription, hasPolicies, notYet } = boxes
  return (
    <div className="co__boxes">
      {notYet && (
        <Message tone="warn" what={notYet}>
          A little more, and it can go.
        </Message>
      )}
      {agreement && (
        <div className="field">
          <label className="check">
            <input
              type="checkbox"
              id="agreed"
              name="agreed"
              value="yes"
              required
              defaultChecked={agreement.checkedByDefault}
              onChange={onTick}
              aria-invalid={missed || undefined}
              aria-describedby={missed ? 'agreed-says' : undefined}
            />
            <span>{agreement.label}</span>
          </label>
          {missed && (
            <p className="bad" id="agreed-says">
              <Icon of={CircleAlert} />
              <span>Tick this, then you can order.</span>
            </p>
          )}
          {hasPolicies && (
            <p className="hint">
              <a className="link" href="#policies">
                Read them at the foot of this page
              </a>
            </p>
          )}
        </div>
      )}
      {subscription && (
        <div className="field">
          <label className="check">
            <input type="checkbox" id="subscribed" name="subscribed" value="yes" defaultChecked={subscription.checkedByDefault} />
            <span>{subscription.label}</span>
          </label>
        </div>
      )}
    </div>
  )
}

/** @param here whether the provider's form is on the page */
function verbOf(way: PayWay | undefined, tried: boolean, here: boolean): string {
  if (way?.kind === 'OFFLINE') return 'Order for'
  if (way?.kind === 'REDIRECT' && !here) return tried ? 'Try again, go and pay' : 'Go and pay'
  return tried ? 'Try again, pay' : 'Pay'
}

interface PaymentErrorProps {
  of: CheckoutError | undefined
  withCard: boolean
  saved: string
  /** The first way to pay that is no card. */
  other: PayWay | undefined
}

function PaymentError({ of: error, withCard, saved, other }: PaymentErrorProps) {
  const another = withCard && (
    <a className="link" href="#number">
      Try another card
    </a>
  )
  switch (error?.kind) {
    case 'declined': {
      const { what, why } = declinedText(error.reason, saved)
      return (
        <Message
          tone="bad"
          what={what}
          ways={
            <>
              {another}
              {another && other && (
                <a className="link" href={`#by-${other.id}`} onClick={(event) => chooseWay(event, other)}>
                  {other.name} instead
                </a>
              )}
            </>
          }
        >
          {why}
        </Message>
      )
    }
    case 'window-closed':
      return (
        <Message
          tone="warn"
          what="The bank’s window closed."
          ways={
            <>
              {error.url && (
                <a className="link" href={error.url}>
                  Open it again
                </a>
              )}
              {another}
            </>
          }
        >
          Nothing was charged. Your order waits.
        </Message>
      )
    case 'silence':
      return (
        <Message tone="warn" what="We got no answer.">
          Press once more: if it went through, you will come to your order, and it is never paid twice.
        </Message>
      )
    case 'too-slow':
      return (
        <Message tone="warn" what="That took a while, so the bank forgot the card.">
          Nothing was charged. Write it once more, please.
        </Message>
      )
    default:
      return null
  }
}

/** Without script the link leads to the choice, and does not make it. */
function chooseWay(event: MouseEvent, { id }: PayWay) {
  const choice = document.getElementById(`by-${id}`)
  if (!choice) return
  event.preventDefault()
  choice.focus()
  choice.click()
}

/** Writes a field as it should be while keeping the place in it. */
function rewrite({ target }: ChangeEvent<HTMLInputElement>, write: (text: string) => string) {
  const at = target.selectionStart ?? target.value.length
  const figuresBefore = target.value.slice(0, at).replace(/\D/g, '').length
  const atEnd = at === target.value.length
  const next = write(target.value)
  if (next === target.value) return
  target.value = next
  if (atEnd) return
  let place = 0
  for (let seen = 0; place < next.length && seen < figuresBefore; place++) if (/\d/.test(next[place] ?? '')) seen++
  target.setSelectionRange(place, place)
}

/** The reader's own clock: only they know what it shows. */
function At({ time }: { time: string }) {
  const here = useHydrated()
  if (!here || !time) return null
  return <> at {new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }).format(new Date(time))}</>
}
