import { Button, Message, useMoneyText } from '@vitrine/ui'
import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import { to } from '../shop/shop.ts'
import { AlertFacts } from './alert-facts.tsx'
import { type AlertsView, refusedAlert, type SaidAlert } from './alerts.ts'
import { instead } from './instead.ts'
import { briefly, type Choices, choiceText, findPlan, type ProductView, priceBy } from './product.ts'
import '@vitrine/ui/facts.css'

interface Props {
  product: ProductView
  chosen: Choices
  onChoose: (choices: Choices) => void
  /** Saves it to a wish list; beside the button, as where it can be bought. */
  heart: ReactNode
}

/** Stands where the button would: an email when it is back, and what is nearest to it that can be had. */
export default function SoldOut({ product, chosen, onChoose, heart }: Props) {
  const money = useMoneyText()
  const ways = instead(product, chosen).slice(0, 2)
  return (
    <div className="back">
      <Alert key={choiceText(product, chosen)} product={product} chosen={chosen} heart={heart} />
      {ways.length > 0 && (
        <p className="tiny faint">
          Or take it now:{' '}
          {ways.map((variant, at) => {
            const { id, choices } = variant
            return (
              <Fragment key={id}>
                {at > 0 && ' or '}
                <Link
                  className="link"
                  to={to.product(product.slug, choices)}
                  replace
                  preventScrollReset
                  onClick={(event) => {
                    event.preventDefault()
                    onChoose(choices)
                  }}
                >
                  {briefly(product, choices)}
                </Link>
                {`, ${money(priceBy(product, variant, findPlan(product, undefined)).price)}`}
              </Fragment>
            )
          })}
          .
        </p>
      )}
    </div>
  )
}

/** The form is part of the product's own, so that without script its button sends the choices along. */
function Alert({ product, chosen, heart }: Omit<Props, 'onChoose'>) {
  const { load, data: known } = useFetcher<AlertsView>()
  useEffect(() => void load(to.knownAlerts(product.id)), [load, product.id])
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value === '' && known?.email) field.current.value = known.email
  }, [known?.email])
  const { submit, data: said, state } = useFetcher<SaidAlert>()
  const heading = useRef<HTMLParagraphElement>(null)
  // What was pressed is gone by then.
  useEffect(() => {
    if (said && !(said.state in refusedAlert)) heading.current?.focus({ preventScroll: true })
  }, [said])
  const choices = choiceText(product, chosen)
  const what = choices || product.name
  const waits = known?.waits.find((one) => one.choices === choices)
  if (said?.state === 'ASKED' || said?.state === 'WAITS' || (!said && waits)) {
    const id = said?.state === 'ASKED' ? said.id : waits?.id
    const stop = () =>
      id && void submit({ intent: 'off', id, name: product.name, choices, slug: product.slug }, { method: 'post', action: to.backInStock })
    return (
      <>
        <div className="back__done">
          <div role="status" className="back__said">
            <p className="back__h" tabIndex={-1} ref={heading}>
              We will write.
            </p>
            <p className="small soft">
              {said?.state === 'ASKED' ? (
                <>
                  One email to <strong>{said.email}</strong> when it is back: {what}.
                </>
              ) : (
                <>You wait for this already: {what}. One email comes when it is back.</>
              )}
            </p>
          </div>
          {heart}
        </div>
        <div className="small">
          <AlertFacts />
        </div>
        {id && (
          <button type="button" className="text-button back__off small" aria-disabled={state !== 'idle'} onClick={stop}>
            Never mind it
          </button>
        )}
      </>
    )
  }
  const off = said?.state === 'OFF'
  const wrong = said && said.state !== 'OFF' ? refusedAlert[said.state] : undefined
  const ask = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget
    event.preventDefault()
    if (form?.reportValidity()) void submit(new FormData(form), { method: 'post', action: to.backInStock })
  }
  return (
    <>
      <p className="back__h" role="status" tabIndex={-1} ref={heading}>
        {off ? 'Then no email.' : 'Sold out. We will write when it is back.'}
      </p>
      <p className="small soft">
        {off
          ? 'Your address is off that list. You can ask again here.'
          : `${choices ? `${choices} is sold out. ` : ''}One email, nothing else.`}
      </p>
      <div className="foot__form back__form">
        <label className="sr" htmlFor="back-email">
          Your email
        </label>
        <input
          className="input"
          id="back-email"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          maxLength={320}
          required
          ref={field}
          defaultValue={said && 'email' in said ? said.email : undefined}
          aria-describedby={wrong ? 'back-wrong' : undefined}
        />
        <Button formAction={to.backInStock} onClick={ask} busy={state !== 'idle'}>
          Write to me
        </Button>
        {heart}
      </div>
      {wrong && (
        <div id="back-wrong" role="alert">
          <Message tone="warn">{wrong}</Message>
        </div>
      )}
    </>
  )
}
