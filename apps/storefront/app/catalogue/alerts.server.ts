import { attempt } from '@vitrine/client'
import { checkEmail } from '../checkout/address.ts'
import { findAccount } from '../member/member.server.ts'
import { catalogueApp } from '../shop/apps.ts'
import type { Visit } from '../shop.server.ts'
import type { AlertsView, AskedAlert } from './alerts.ts'
import { choiceName, findProduct } from './read.server.ts'

/** What somebody who has a name waits for of a product. */
export async function alertsOf(here: Visit, productId: string): Promise<AlertsView> {
  if (!here.known) return { email: undefined, waits: [] }
  const [account, [, mine]] = await Promise.all([
    findAccount(here).catch(() => undefined),
    attempt(here.client.backInStock.listMyAlerts({})),
  ])
  const own = mine?.alerts.filter((alert) => alert.kind === 'STOCK' && alert.productId === productId) ?? []
  return { email: account?.member.loginEmail, waits: own.map(({ id, choices }) => ({ id, choices: choices ?? '' })) }
}

/** Asks for an email about what a form of a product's page names. */
export async function askForAlert(here: Visit, form: FormData): Promise<AskedAlert> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const [slug, email] = [text('slug').slice(0, 200), text('email').slice(0, 320)]
  const chosen = Object.fromEntries(
    [...form].flatMap(([name, value]) => (name.startsWith('choice.') ? [[name.slice('choice.'.length), String(value)] as const] : [])),
  )
  const product = slug ? await findProduct(here, slug) : undefined
  const ofChoice = product?.productOptions.flatMap(
    ({ name, choices }) => choices?.find((choice) => choiceName(choice) === chosen[name])?.media?.items ?? [],
  )[0]
  const said = {
    email,
    name: product?.name ?? '',
    choices: Object.values(chosen).join(', '),
    slug,
    imageId: (ofChoice ?? product?.media?.mainMedia)?.id,
  }
  if (!product) return { ...said, state: 'GONE' }
  if (checkEmail(email)) return { ...said, state: 'NO_ADDRESS' }
  here.know()
  const options = Object.keys(chosen).length > 0 ? { options: { options: chosen } } : {}
  const [refused, made] = await attempt(
    here.client.backInStock.requestEmail({
      request: { email, catalogReference: { appId: catalogueApp, catalogItemId: product.id, ...options } },
      itemDetails: { name: (product.name ?? '').slice(0, 200), price: String(product.priceData?.discountedPrice ?? 0) },
    }),
  )
  if (made) return { ...said, state: 'ASKED', id: made.request.id }
  switch (refused.code) {
    case 'BACK_IN_STOCK_NOTIFICATION_REQUEST_ALREADY_EXISTS':
      return { ...said, state: 'WAITS' }
    case 'REQUEST_COLLECTION_DISABLED':
      return { ...said, state: 'CLOSED' }
    case 'INVALID_CATALOG_REFERENCE_OPTIONS':
      return { ...said, state: 'GONE' }
    case 'TOO_MANY_REQUESTS':
      return { ...said, state: 'LATER' }
    case 'INVALID_ARGUMENT':
      return { ...said, state: 'NO_ADDRESS' }
    default:
      throw refused
  }
}
