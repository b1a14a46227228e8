import { after, before } from 'node:test'
import { stripeEnvironment } from '@vitrine/testing/stripe/environment'
import type { FakeStripe } from '@vitrine/testing/stripe/model'
import { fakeStripe } from '@vitrine/testing/stripe/stripe'
import type { Page } from 'playwright-core'
import type { Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, comeToPayment } from './shopper.ts'

export interface StripeShop {
  readonly stripe: FakeStripe
  readonly shop: OpenShop
  readonly browser: Window
}

/** As `openForAll`, with a fake of Stripe that buyers pay at: in its form, or without the form on its page. */
export function openWithStripe(handOver: (opened: StripeShop) => Promise<void> | void, choice?: { readonly withForm: boolean }): void {
  let stripe: FakeStripe
  before(async () => {
    stripe = await fakeStripe()
  })
  openForAll(
    ([shop, browser]) => handOver({ stripe, shop, browser }),
    () => stripeEnvironment(stripe, choice),
  )
  after(() => stripe?.[Symbol.asyncDispose]())
}

export const bowl = { slug: 'cereal-bowl', choices: { Glaze: 'Oat' } }

/** From a bowl to the payment step, where Stripe is offered. */
export async function comeToStripe(page: Page, shop: OpenShop, email: string): Promise<void> {
  await addToCart(page, shop, bowl)
  await comeToPayment(page, shop, email, page.getByRole('radio', { name: /^Card, wallet or bank/ }))
}
