import type { StripeMethod, StripeMethodName } from '@vitrine/contract'
import { useCallback, useEffect, useState } from 'react'
import { client } from '../client.ts'
import { Button } from '../parts/button.tsx'
import { useSay } from '../parts/toasts.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { refusalText } from './refusal-text.ts'

const about: Readonly<Record<StripeMethodName, readonly [name: string, hint: string]>> = {
  CARD: ['Cards', 'Visa, Mastercard, American Express and others'],
  APPLE_PAY: ['Apple Pay', 'On devices that have it, also as a button in the cart'],
  GOOGLE_PAY: ['Google Pay', 'In browsers that have it, also as a button in the cart'],
  LINK: ['Link', 'Cards that buyers have saved with Stripe'],
  SEPA_DEBIT: ['SEPA Direct Debit', 'Euro only. The money comes days later, and the order waits for it'],
  IDEAL: ['iDEAL', 'Euro only. The buyer confirms at their bank in the Netherlands'],
  BANCONTACT: ['Bancontact', 'Euro only. The buyer confirms at their bank in Belgium'],
  KLARNA: ['Klarna', 'The buyer pays later or in parts; you have the money at once'],
}

interface StripeMethodsProps {
  may: boolean
  /** Whether buyers pay in the checkout itself, not on Stripe's page. */
  inCheckout: boolean
}

/** Which payment methods Stripe offers buyers. Stripe shows a method only where currency, country and device allow it. */
export function StripeMethods({ may, inCheckout }: StripeMethodsProps) {
  const say = useSay()
  const [methods, setMethods] = useState<readonly StripeMethod[]>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const load = useCallback(
    (signal?: AbortSignal) =>
      client.paymentSettings.getStripeMethods({}, signal && { signal }).then(
        ({ stripeMethods }) => {
          setProblem(undefined)
          setMethods(stripeMethods)
        },
        (error: unknown) => {
          if (!signal?.aborted) setProblem(refusalText(error))
        },
      ),
    [],
  )
  useEffect(() => {
    const left = new AbortController()
    void load(left.signal)
    return () => left.abort()
  }, [load])

  async function turn({ method }: StripeMethod, offered: boolean) {
    setBusy(true)
    try {
      setMethods((await client.paymentSettings.setStripeMethods({ stripeMethods: [{ method, offered }] })).stripeMethods)
      say({ text: `${about[method][0]} is ${offered ? 'offered' : 'not offered any more'}.` })
    } catch (error) {
      say({ text: refusalText(error), bad: true })
    } finally {
      setBusy(false)
    }
  }
  const isLast = (one: StripeMethod) => one.offered && methods?.filter(({ offered, available }) => offered && available).length === 1
  return (
    <section className="sec" aria-label="Payment methods at Stripe">
      <header className="sec-h">
        <h2>Payment methods at Stripe</h2>
        <p>
          {inCheckout
            ? 'Shown in your checkout, where currency, country and device allow it.'
            : 'Shown on Stripe’s own page, where currency, country and device allow it.'}
        </p>
      </header>
      {problem !== undefined ? (
        <div className="stack" role="alert">
          <p>{problem}</p>
          <div className="row">
            <Button onClick={() => void load()}>Ask again</Button>
          </div>
        </div>
      ) : methods ? (
        <ul className="stack plain">
          {methods.map((one) => {
            const [name, hint] = about[one.method]
            return (
              <li key={one.method}>
                <Toggle
                  checked={one.offered && one.available}
                  disabled={!may || busy || !one.available || isLast(one)}
                  onTurn={(on) => void turn(one, on)}
                  hint={one.available ? hint : 'Your account does not have it yet. Apply for it at Stripe.'}
                >
                  {name}
                </Toggle>
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="hint" aria-busy="true">
          Asking Stripe…
        </p>
      )}
    </section>
  )
}
