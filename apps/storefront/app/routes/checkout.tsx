import { attempt } from '@vitrine/client'
import { redirect, redirectDocument } from 'react-router'
import { withDefaults } from '../checkout/change.server.ts'
import { checkoutPath } from '../checkout/checkout.ts'
import { to } from '../shop/shop.ts'
import { type Visit, visit } from '../shop.server.ts'
import type { Route } from './+types/checkout.ts'

/** Back to the checkout that the bag has become; where it has not become one yet, to the bag. */
export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { client, known } = here
  if (!known) throw redirect(to.cart)
  const [noCart, current] = await attempt(client.currentCart.getCurrentCart())
  if (noCart || !current.cart.id) throw redirect(to.cart)
  const [none, found] = await attempt(client.checkout.getCheckoutByCartId({ id: current.cart.id }))
  if (none || found.checkout.completed) throw redirect(to.cart)
  throw lead(here)(checkoutPath(found.checkout.id ?? ''))
}

/** What is in the bag becomes a checkout. */
export async function action({ context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const [refused, made] = await attempt(here.client.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' }))
  if (refused) {
    if (refused.code === 'OWNED_CART_NOT_FOUND' || refused.code === 'EMPTY_CHECKOUT') return redirect(to.cart, 303)
    throw refused
  }
  const { checkout } = await here.client.checkout.getCheckout({ id: made.checkoutId })
  await withDefaults(here, checkout)
  return lead(here)(checkoutPath(made.checkoutId), 303)
}

/** Only a new document gets the policy under which the payment provider's script may load, so links here reload the document. */
const lead = ({ shop }: Visit) => (shop.express ? redirectDocument : redirect)
