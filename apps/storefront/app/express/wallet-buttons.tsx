import type { ExpressCheckout } from '@vitrine/contract'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { openElements } from '../checkout/stripe-elements.ts'
import { loadStripe } from '../checkout/stripe-script.ts'
import { sheetLines } from './amounts.ts'
import { tellFrame } from './frame-size.ts'
import { openSheet, type Shown } from './sheet.ts'

interface WalletButtonsProps {
  of: ExpressCheckout
  shown: Shown
  shopName: string
  locale: string
  /** The policies to agree to before an order. */
  agreement: string | undefined
  /** The addresses of their pages. */
  children: ReactNode
}

/** Stripe's buttons for the wallets of this browser. Without any, the frame stays closed. */
export function WalletButtons({ of, shown, shopName, locale, agreement, children }: WalletButtonsProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const [isReady, setReady] = useState(false)
  const [problem, setProblem] = useState<string>()
  const problemId = useId()
  useEffect(() => {
    const here = place.current
    if (!here) return undefined
    let unmounted = false
    let close = () => {}
    async function open(target: HTMLElement) {
      const stripe = await loadStripe(of.scriptUrl, of.publishableKey, locale)
      if (unmounted) return
      const elements = openElements(stripe, { ...of, amount: shown.amount }, target)
      const element = elements.create('expressCheckout', { buttonHeight: 44 })
      openSheet({
        stripe,
        elements,
        element,
        shown,
        options: {
          business: { name: shopName },
          emailRequired: true,
          phoneNumberRequired: true,
          shippingAddressRequired: shown.ships,
          lineItems: sheetLines(shown.amount, 0),
          // The sheet needs a rate before there is an address; ours follow with the address.
          ...(shown.ships && { shippingRates: [{ id: 'later', displayName: 'Delivery, by your address', amount: 0 }] }),
        },
        agreed() {
          const agreed = !box.current || box.current.checked
          if (!agreed) {
            setProblem('Tick this, then you can order.')
            box.current?.focus()
          }
          return agreed
        },
        onShown: () => !unmounted && setReady(true),
        onProblem: (text) => !unmounted && setProblem(text),
      })
      element.mount(target)
      close = () => element.destroy()
    }
    // Without the script there are no buttons, and buyers use the checkout.
    open(here).catch(() => {})
    return () => {
      unmounted = true
      close()
    }
  }, [of, shown, shopName, locale])
  useEffect(() => (frame.current && isReady ? tellFrame(frame.current) : undefined), [isReady])
  return (
    <div ref={frame} className="express__in">
      {agreement && isReady && (
        <label className="check small">
          <input
            ref={box}
            type="checkbox"
            onChange={() => setProblem(undefined)}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? problemId : undefined}
          />
          <span>
            {agreement} {children}
          </span>
        </label>
      )}
      <div ref={place} />
      {problem && (
        <p className="bad small" role="alert" id={problemId}>
          {problem}
        </p>
      )}
    </div>
  )
}
