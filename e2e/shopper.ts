import type { Page, Response } from 'playwright-core'
import { arrive } from './browser.ts'
import { toCheckout } from './checkout.ts'
import type { OpenShop } from './shop.ts'

/** What shoppers do on the way to an order, by what they see. Works with script and without. */

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  withoutFunds: '4000 0000 0000 9995',
  asksTheBuyer: '4000 0000 0000 3220',
  late: '4000 0000 0000 0408',
}

export interface Choice {
  readonly slug: string
  readonly choices: Readonly<Record<string, string>>
  readonly quantity?: number
}

/** The shop's answer to what is done next with the cart. Pages send other things by themselves, such as that they were looked at. */
export const cartAnswer = (page: Page): Promise<Response> =>
  page.waitForResponse((answer) => answer.request().method() === 'POST' && /^\/cart(?:\.data)?$/.test(new URL(answer.url()).pathname))

/** Straight to a product, its choices made, and into the bag. */
export async function addToCart(page: Page, { url }: OpenShop, { slug, choices, quantity = 1 }: Choice): Promise<void> {
  await arrive(page, `${url}/products/${slug}?${new URLSearchParams(choices)}`)
  if (quantity > 1) await page.locator('#quantity').fill(String(quantity))
  const heard = cartAnswer(page)
  await page
    .getByRole('button', { name: /^Add to the bag/ })
    .first()
    .click()
  await heard
  await page.getByRole('button', { name: 'Check out' }).filter({ visible: true }).first().waitFor()
}

/** An app's own buyer, whom it sends to the checkout of one product by a redirect session. */
export async function sendToCheckout(
  { products, checkout, redirects }: ReturnType<OpenShop['shopper']>,
  { slug, choices }: Choice,
  callbacks: { readonly thankYouPageUrl: string; readonly cartPageUrl?: string },
) {
  const { products: found } = await products.queryProducts({ query: { filter: { slug } } })
  const made = await checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [
      {
        quantity: 1,
        catalogReference: {
          appId: '215238eb-22a5-4c36-9e7b-e7c08025e04e',
          catalogItemId: found[0]?.id ?? '',
          options: { options: choices },
        },
      },
    ],
  })
  const ecomCheckout = { checkoutId: made.checkout.id ?? '' }
  return (await redirects.createRedirectSession({ ecomCheckout, callbacks })).redirectSession
}

/** From the bag to the first step. */
export async function checkOut(page: Page, { url }: OpenShop): Promise<void> {
  await arrive(page, `${url}/cart`)
  await page.getByRole('button', { name: 'Check out' }).filter({ visible: true }).first().click()
  await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
}

export async function writeAddress(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await writeWhere(page)
}

export async function writeWhere(page: Page): Promise<void> {
  await page.locator('#firstName').fill('Hanna')
  await page.locator('#lastName').fill('Keller')
  await page.locator('#street').fill('Kastanienallee 24')
  await page.locator('#postcode').fill('10435')
  await page.locator('#town').fill('Berlin')
}

/** All steps up to the card, or to another first way to pay. */
export async function comeToPayment(page: Page, shop: OpenShop, email: string, way = page.getByLabel('Card number')): Promise<void> {
  await checkOut(page, shop)
  await writeAddress(page, email)
  await page.getByRole('button', { name: 'Go on to the delivery day' }).click()
  await page.getByText('Standard, by DHL GoGreen', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Go on to payment' }).click()
  await way.waitFor()
}

export async function writeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByRole('textbox', { name: 'Good until' }).fill('09 / 39')
  await page.getByLabel('Code on the back').fill('123')
  await page.getByLabel('Name on the card').fill('Hanna Keller')
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Says on the page of an order, or of what comes back of it, with which email it was ordered. */
export async function confirmEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('The e-mail you ordered with').fill(email)
  await press(page, 'Confirm')
}

/** The order that the page thanks for. */
export async function readOrder(page: Page): Promise<{ id: string; number: string }> {
  await page.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor()
  const id = /\/orders\/([\da-f-]+)\/thank-you/.exec(page.url())?.[1] ?? ''
  const number = await page.locator('.facts dd').first().innerText()
  return { id, number }
}

/** How many units of a product in these choices are left. */
export async function leftOf({ merchant }: OpenShop, { slug, choices }: Choice): Promise<number> {
  const { products } = await merchant.products.queryProducts({ query: { filter: { slug } } })
  const variant = products[0]?.variants.find((each) => Object.entries(choices).every(([name, value]) => each.choices?.[name] === value))
  if (variant?.stock?.quantity === undefined) throw new Error(`${slug} in ${JSON.stringify(choices)} is not counted`)
  return variant.stock.quantity
}

/** The states of an order's payments. */
export async function paymentsOf({ merchant }: OpenShop, orderId: string) {
  const { orderTransactions } = await merchant.orderTransactions.listTransactionsForSingleOrder({ orderId })
  return orderTransactions.payments.map(({ regularPaymentDetails }) => regularPaymentDetails?.status)
}

/** Somebody else, by the API, makes an order of so many units and takes them from stock. */
export async function snatch(shop: OpenShop, { slug, choices }: Choice, quantity: number): Promise<void> {
  await (await toCheckout(shop, { slug, choices, quantity, address: { country: 'DE' } })).order()
}

/** The email to an address, once it has come. */
export async function awaitEmail({ merchant }: OpenShop, to: string, about = /./): Promise<{ subject: string; text: string }> {
  const until = Date.now() + 15_000
  while (Date.now() < until) {
    const { messages } = await merchant.inbox.listMessages()
    const found = messages.find(({ to: addresses, subject }) => about.test(subject) && addresses.some((address) => address.includes(to)))
    if (found) return (await merchant.inbox.getMessage({ id: found.id })).message
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no email came to ${to}`)
}

/** Waits until the server says something to whoever runs it, and answers the part in brackets. */
export async function awaitTold({ said }: OpenShop, line: RegExp): Promise<string> {
  for (const until = Date.now() + 15_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const found = line.exec(said())?.[1]
    if (found) return found
  }
  throw new Error(`the server did not say ${line}`)
}
