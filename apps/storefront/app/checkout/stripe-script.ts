/** The part of Stripe's script that our pages use: https://docs.stripe.com/js. */
export interface Stripe {
  elements(options: object): StripeElements
  confirmPayment(options: {
    elements: StripeElements
    clientSecret: string
    confirmParams: { return_url: string }
    redirect?: 'always' | 'if_required'
  }): Promise<{ error?: StripeError; paymentIntent?: { status: string } }>
}

export interface StripeError {
  type?: string
  code?: string
  /** In the buyer's language. */
  message?: string
}

export interface StripeElements {
  update(options: object): void
  submit(): Promise<{ error?: StripeError }>
  create(type: 'payment' | 'expressCheckout', options?: object): StripeElement
}

export interface StripeElement {
  mount(place: HTMLElement): void
  destroy(): void
  // oxlint-disable-next-line typescript/no-explicit-any -- each event has a shape of its own
  on(event: string, listen: (event: never) => void): unknown
}

type MakeStripe = (publishableKey: string, options?: object) => Stripe

const patienceMs = 15_000
let loading: Promise<MakeStripe> | undefined

/** @throws when the script cannot be loaded: no connection, or the browser blocks it */
export async function loadStripe(scriptUrl: string, publishableKey: string, locale: string): Promise<Stripe> {
  loading ??= load(scriptUrl).catch((error: unknown) => {
    // The next call tries again.
    loading = undefined
    throw error
  })
  return (await loading)(publishableKey, { locale })
}

const load = (scriptUrl: string): Promise<MakeStripe> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const failed = () => {
      script.remove()
      reject(new Error('the script of the payment form did not load'))
    }
    const timer = setTimeout(failed, patienceMs)
    script.src = scriptUrl
    script.async = true
    script.onerror = () => {
      clearTimeout(timer)
      failed()
    }
    script.onload = () => {
      clearTimeout(timer)
      const { Stripe: make } = globalThis as { Stripe?: MakeStripe }
      if (make) resolve(make)
      else failed()
    }
    document.head.append(script)
  })
