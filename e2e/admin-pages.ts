import type { Page } from 'playwright-core'
import { type Eyes, type Visit } from './browser.ts'
import { toCheckout } from './checkout.ts'
import { type DatabaseKind, type OpenShop, openWithBrowser } from './shop.ts'

/** Who made the shop; the admin's journeys sign in as them. */
export const owner = { email: 'mira@morrow.example', password: 'slow mornings, 1 cup' }

/** A shop with an owner, and a browser: what a file of the admin's journeys needs, opened once. */
export interface OpenAdmin extends AsyncDisposable {
  readonly shop: OpenShop
  /** Somebody new at the admin's sign-in page. */
  readonly visit: (eyes: Eyes) => Promise<Visit>
  /** The owner, at an address of the admin such as `/orders`. */
  readonly enter: (eyes: Eyes, path: string) => Promise<Visit>
  /** Two mugs for €26.00 each, ordered through the API and paid by card. */
  readonly buy: (email: string) => Promise<{ readonly id: string; readonly number: string }>
}

export async function openAdmin(environment: Readonly<Record<string, string>> = {}, kind?: DatabaseKind): Promise<OpenAdmin> {
  await using stack = new AsyncDisposableStack()
  const [shop, browser] = await openWithBrowser(
    { VITRINE_OWNER_EMAIL: owner.email, VITRINE_OWNER_PASSWORD: owner.password, ...environment },
    kind,
  )
  stack.use(shop)
  stack.use(browser)
  const open = stack.move()
  return {
    shop,
    visit: browser.visit,
    async enter(eyes, path) {
      const visit = await browser.visit(eyes)
      // As the sign-in page does it, with the same cookie at the end.
      const { status, text } = await visit.page.request
        .post(`${shop.url}/admin/session`, { data: { ...owner, stay: false }, headers: { origin: shop.url } })
        .then(async (answer) => ({ status: answer.status(), text: await answer.text() }))
      if (status !== 200) throw new Error(`the owner was not let in: ${status} ${text}`)
      await visit.page.goto(`${shop.url}/admin${path}`)
      return visit
    },
    buy: (email) => buy(shop, email),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Writes mail and password into the sign-in page. */
export async function signIn(page: Page, shop: OpenShop, password = owner.password): Promise<void> {
  await page.goto(`${shop.url}/admin/orders`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function buy(shop: OpenShop, email: string): Promise<{ id: string; number: string }> {
  const { pay } = await toCheckout(shop, { email, quantity: 2 })
  const id = await pay()
  const { order } = await shop.merchant.orders.getOrder({ id })
  return { id, number: order.number ?? '' }
}
