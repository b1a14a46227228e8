import type { Stripe, StripeElement, StripeElements } from '../checkout/stripe-script.ts'
import type { Sheet, StepAnswer, WalletAddress, WalletBuyer } from './steps.ts'

/** What is paid for, before the sheet is opened. */
export interface Shown {
  /** The checkout; none yet in the cart. */
  checkout: string
  /** The redirect session that the buyer came with; empty without one. */
  session: string
  /** In the provider's units. */
  amount: number
  total: string
  /** Whether something has to be delivered. */
  ships: boolean
}

interface Resolved {
  lineItems: Sheet['lines']
  shippingRates: Sheet['rates']
}

interface ClickEvent {
  resolve(options: object): void
  reject?(): void
}

interface ChangeEvent {
  address: WalletAddress
  shippingRate: { id: string }
  resolve(shown: Resolved): void
  reject(): void
}

interface ConfirmEvent {
  billingDetails?: { name?: string; email?: string; phone?: string; address?: WalletAddress }
  shippingAddress?: { name?: string; address: WalletAddress }
  paymentFailed(why?: object): void
}

interface SheetParts {
  stripe: Stripe
  elements: StripeElements
  element: StripeElement
  shown: Shown
  options: object
  /** Whether the buyer has agreed to the required policies. */
  agreed: () => boolean
  onShown: () => void
  onProblem: (text: string | undefined) => void
}

const notPaid = 'Not paid. Nothing was charged.'

/**
 * Handles the events of a wallet's sheet. Our server answers a change of address or delivery method with our methods and totals; on
 * confirmation it places the order, whose payment is then confirmed at Stripe.
 */
export function openSheet({ stripe, elements, element, shown, options, agreed, onShown, onProblem }: SheetParts): void {
  let sheet: Pick<Sheet, 'checkout' | 'total' | 'amount'> = shown
  let ticked = false

  async function change(event: ChangeEvent, step: Readonly<Record<string, string>>): Promise<void> {
    const answer = await ask({ ...step, checkout: sheet.checkout })
    if (!answer || !('sheet' in answer)) {
      event.reject()
      if (answer && 'go' in answer) leave(answer.go)
      return
    }
    sheet = answer.sheet
    elements.update({ amount: sheet.amount })
    event.resolve({ lineItems: answer.sheet.lines, shippingRates: answer.sheet.rates })
  }

  async function confirm(event: ConfirmEvent): Promise<void> {
    const failed = (text: string) => {
      event.paymentFailed({ reason: 'fail' })
      onProblem(text)
    }
    onProblem(undefined)
    const submitted = await elements.submit()
    if (submitted.error) return failed(submitted.error.message ?? notPaid)
    const answer = await ask({
      intent: 'pay',
      checkout: sheet.checkout,
      session: shown.session,
      total: sheet.total,
      key: crypto.randomUUID(),
      buyer: JSON.stringify(buyerOf(event)),
      ...(ticked && { agreed: 'yes' }),
    })
    if (!answer) return failed('We got no answer. Press once more: it is never paid twice.')
    if ('go' in answer) {
      event.paymentFailed({ reason: 'fail' })
      return leave(answer.go)
    }
    if (!('confirmation' in answer)) return failed(notPaid)
    const { clientSecret, returnUrl } = answer.confirmation
    const { error } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    })
    if (error) return failed(error.message ?? notPaid)
    leave(returnUrl)
  }

  element.on('ready', ({ availablePaymentMethods: found }: { availablePaymentMethods?: Readonly<Record<string, boolean>> }) => {
    if (found && Object.values(found).some(Boolean)) onShown()
  })
  element.on('click', (event: ClickEvent) => {
    ticked = agreed()
    if (ticked) event.resolve(options)
    else event.reject?.()
  })
  element.on('shippingaddresschange', (event: ChangeEvent) => change(event, { intent: 'address', address: JSON.stringify(event.address) }))
  element.on('shippingratechange', (event: ChangeEvent) => change(event, { intent: 'rate', rate: event.shippingRate.id }))
  element.on('confirm', (event: ConfirmEvent) => confirm(event))
}

/** Navigates the whole page, not the frame. */
const leave = (path: string) => (window.top ?? window).location.assign(path)

const buyerOf = ({ billingDetails: bill, shippingAddress: to }: ConfirmEvent): WalletBuyer => ({
  name: bill?.name ?? to?.name ?? '',
  email: bill?.email ?? '',
  phone: bill?.phone ?? '',
  shipping: to ? { name: to.name ?? '', address: to.address } : null,
  billing: bill?.address?.country ? bill.address : null,
})

/** Undefined without an answer. */
async function ask(step: Readonly<Record<string, string>>): Promise<StepAnswer | undefined> {
  try {
    const answer = await fetch('/express/step', { method: 'POST', body: new URLSearchParams(step) })
    return answer.ok ? ((await answer.json()) as StepAnswer) : undefined
  } catch {
    return undefined
  }
}
