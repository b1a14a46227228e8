import type { PaymentElement } from '@vitrine/contract'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Confirmation } from './element.ts'
import { openElements } from './stripe-elements.ts'
import { stripeLook } from './stripe-look.ts'
import { loadStripe, type Stripe, type StripeElements, type StripeError } from './stripe-script.ts'

export interface FormHandle {
  /** Validates the input; returns what is wrong in the buyer's language. */
  check(keeps: boolean): Promise<string | undefined>
  /** Confirms the payment, then leaves for the next page or the bank's. Returns only after a refusal. */
  confirm(confirmation: Confirmation): Promise<string | undefined>
}

interface StripeFormProps {
  of: PaymentElement
  locale: string
  handle: RefObject<FormHandle | null>
  /** Called when the form is ready for input, or with `false` when it could not be loaded. */
  onReady: (ready: boolean) => void
}

interface Opened {
  stripe: Stripe
  elements: StripeElements
}

/** Stripe's form, where buyers enter a payment method. What they enter never reaches us. */
export default function StripeForm({ of, locale, handle, onReady }: StripeFormProps) {
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef<Opened>(undefined)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { scriptUrl, publishableKey, amount, currency, captureMethod, keeps, configuration } = of
  const sum = useRef({ amount, currency })
  useEffect(() => {
    sum.current = { amount, currency }
  }, [amount, currency])
  useEffect(() => {
    const here = place.current
    if (!here) return undefined
    let unmounted = false
    let close = () => {}
    const fail = () => {
      if (unmounted) return
      setState('failed')
      onReady(false)
    }
    async function open(target: HTMLElement) {
      const stripe = await loadStripe(scriptUrl, publishableKey, locale)
      if (unmounted) return
      const elements = openElements(stripe, { ...sum.current, captureMethod, keeps, configuration }, target)
      const element = elements.create('payment', { layout: 'accordion' })
      element.on('ready', () => {
        if (unmounted) return
        opened.current = { stripe, elements }
        setState('ready')
        onReady(true)
      })
      element.on('loaderror', fail)
      element.mount(target)
      const dark = matchMedia('(prefers-color-scheme: dark)')
      const dress = () => elements.update({ appearance: stripeLook(target) })
      dark.addEventListener('change', dress)
      close = () => {
        dark.removeEventListener('change', dress)
        element.destroy()
      }
    }
    open(here).catch(fail)
    return () => {
      unmounted = true
      opened.current = undefined
      onReady(false)
      close()
    }
  }, [scriptUrl, publishableKey, locale, captureMethod, keeps, configuration, onReady])
  useEffect(() => opened.current?.elements.update({ amount, currency }), [amount, currency])
  useImperativeHandle(handle, () => ({
    async check(wanted) {
      if (!opened.current) return undefined
      const { elements } = opened.current
      // Saving the card at Stripe needs another authentication at the buyer's bank, so the form has to know.
      if (!keeps) elements.update({ setupFutureUsage: wanted ? 'off_session' : null })
      return textOf((await elements.submit()).error)
    },
    async confirm({ clientSecret, returnUrl }) {
      if (!opened.current) return 'The payment form is gone. Nothing was charged.'
      const { stripe, elements } = opened.current
      return textOf((await stripe.confirmPayment({ elements, clientSecret, confirmParams: { return_url: returnUrl } })).error)
    },
  }))
  const elsewhere = <small className="soft">You pay on a page of its own and come back</small>
  if (state === 'failed') return elsewhere
  return (
    <div className="co__element" aria-busy={state === 'loading'}>
      <div ref={place} />
      <noscript>{elsewhere}</noscript>
    </div>
  )
}

const textOf = (error: StripeError | undefined): string | undefined => error && (error.message ?? 'The payment did not go through.')
