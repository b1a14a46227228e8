import type { Locator, Page } from 'playwright-core'
import { arrive } from './browser.ts'
import type { Input } from './input.ts'
import type { OpenShop } from './shop.ts'
import { cards, cartAnswer } from './shopper.ts'

/** What shoppers do, by mouse or by the keys alone. */

export const visible = (what: Locator) => what.filter({ visible: true }).first()

/** Straight to a product, `morning-mug?Glaze=Oat`, and into the bag. */
export async function put(page: Page, { url }: OpenShop, input: Input, product: string): Promise<void> {
  await arrive(page, `${url}/products/${product}`)
  const heard = cartAnswer(page)
  await input.press(visible(page.getByRole('button', { name: /^Add to the bag/ })))
  const answer = await heard
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Check out' })
    .waitFor()
    .catch(async (cause: unknown) => {
      const drawers = await page.locator('dialog').allInnerTexts()
      throw new Error(`${answer.status()} ${answer.url()}; the page is ${page.url()}; its dialogs say: ${drawers.join(' | ')}`, { cause })
    })
}

/** From the bag to the first step. */
export async function begin(page: Page, { url }: OpenShop, input: Input): Promise<void> {
  await arrive(page, `${url}/cart`)
  await input.press(visible(page.getByRole('button', { name: 'Check out' })))
  await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
}

export interface Person {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly street: string
  readonly postcode: string
  readonly town: string
}

export const hanna = (email: string): Person => ({
  email,
  firstName: 'Hanna',
  lastName: 'Keller',
  street: 'Kastanienallee 24',
  postcode: '10435',
  town: 'Berlin',
})

export async function writePerson(page: Page, input: Input, person: Person): Promise<void> {
  await input.write(page.getByLabel('E-mail'), person.email)
  for (const field of ['firstName', 'lastName', 'street', 'postcode', 'town'] as const)
    await input.write(page.locator(`#${field}`), person[field])
}

export async function writeCard(page: Page, input: Input, number = cards.good): Promise<void> {
  await page.getByLabel('Card number').waitFor()
  await input.write(page.getByLabel('Card number'), number)
  await input.write(page.getByLabel('Good until'), '0939')
  await input.write(page.getByLabel('Code on the back'), '123')
  await input.write(page.getByLabel('Name on the card'), 'Hanna Keller')
}

export async function payByCard(page: Page, input: Input): Promise<void> {
  await writeCard(page, input)
  await input.press(page.getByRole('button', { name: /^Pay/ }))
}
