import { createClient, token, visitor } from '@vitrine/client'
import { authentication, mySecurity } from '@vitrine/client/account'
import type { Page } from 'playwright-core'
import { figuresNow } from './authenticator.ts'
import { arrive, hasScript } from './browser.ts'
import type { OpenShop } from './shop.ts'
import { awaitEmail, press } from './shopper.ts'

/** What people do at the door of their account, by what they see. */

export const password = 'two cups before the rain'

/** Opens an account by the API. */
export async function join({ url, clientId }: OpenShop, email: string, firstName = 'Hanna'): Promise<void> {
  const client = createClient({ baseUrl: url, auth: visitor({ clientId }), modules: { authentication } })
  const { state } = await client.authentication.register({ loginId: { email }, password, profile: { firstName } })
  if (state !== 'SUCCESS') throw new Error(`${email} was not let in: ${state}`)
}

export async function writeSignIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await press(page, 'Sign in')
}

export async function goAndSignIn(page: Page, { url }: OpenShop, email: string, secret = password): Promise<void> {
  await arrive(page, `${url}/login`)
  // What the browser knows of passkeys is known a moment after the page; before that none is offered after the sign-in.
  const offered = page.getByRole('button', { name: 'With a passkey' })
  if (hasScript(page) && (await offered.isVisible())) await page.locator('input[name=touch]').waitFor({ state: 'attached' })
  await writeSignIn(page, email, secret)
}

export async function writeRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('What may we call you').fill('Hanna')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Open it')
}

/** The six figures of the newest email. */
export async function readFigures(shop: OpenShop, email: string, about?: RegExp): Promise<string> {
  const { text } = await awaitEmail(shop, email, about)
  const [, first, second] = /\b(\d{3}) ?(\d{3})\b/.exec(text) ?? []
  if (!first || !second) throw new Error(`there are no six figures in:\n${text}`)
  return first + second
}

export const writeFigures = (page: Page, figures: string) => page.getByLabel('Code', { exact: true }).fill(figures)

/** The offer of a passkey, which a browser that knows them gets after a sign-in. */
export async function notNow(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Next time, just a touch' }).waitFor()
  await press(page, 'Not now')
}

/** What somebody's browser stores about them. */
export async function saved(page: Page): Promise<string | undefined> {
  const all = await page.context().cookies()
  return all.find(({ name }) => name === 'visitor')?.value
}

/** Sets up codes from an app for whoever is signed in; the app's secret. */
export async function setUpApp({ url }: OpenShop, page: Page): Promise<string> {
  const { a } = JSON.parse(Buffer.from((await saved(page)) ?? '', 'base64url').toString()) as { a: string }
  const mine = createClient({ baseUrl: url, auth: token(a), modules: { mySecurity } }).mySecurity
  const { secret, setupToken } = await mine.beginTotp()
  await mine.confirmFactor({ setupToken, code: figuresNow(secret) })
  return secret
}
