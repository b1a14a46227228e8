import { data, Link } from 'react-router'
import { getCart } from '../cart/cart.server.ts'
import { counted, isShort } from '../cart/cart.ts'
import { subtotal } from '../cart/free-delivery.tsx'
import { findCheckout } from '../checkout/change.server.ts'
import { paysBy, paysByElement } from '../checkout/element.ts'
import { showCheckout } from '../checkout/read.server.ts'
import { inUnits } from '../express/amounts.ts'
import { WalletButtons } from '../express/wallet-buttons.tsx'
import type { Handle } from '../root.tsx'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/express.ts'
import '../express/express.css'

export const handle: Handle = { alone: true, body: 'express-body' }

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => ({ 'Cache-Control': 'no-store', ...paysBy(loaderHeaders) })

/** The wallets of a browser, framed by the cart and the checkout: only this page may load their script. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { express } = here.shop
  const { searchParams } = new URL(request.url)
  const id = searchParams.get('checkout') ?? ''
  const session = searchParams.get('session') ?? ''
  const { checkoutPage: asks } = await here.client.checkout.getCheckoutPage({})
  const shown = express && (id ? await ofCheckout(id) : await ofCart())
  return data(
    {
      shown,
      agreement: asks.policyAgreement?.label,
      policies: asks.policies.flatMap(({ title, slug }) => (slug ? { title, slug } : [])),
    },
    { headers: express ? paysByElement : {} },
  )

  async function ofCart() {
    const cart = await getCart(here)
    const lines = counted(cart)
    // Subscriptions and items that ran short are confirmed in the checkout.
    if (lines.length === 0 || lines.some((line) => line.planId || isShort(line))) return undefined
    return shownOf(
      '',
      subtotal(cart),
      lines.some(({ shippable }) => shippable),
    )
  }

  async function ofCheckout(checkoutId: string) {
    const checkout = await findCheckout(here, checkoutId)
    if (!checkout || checkout.completed) return undefined
    const view = showCheckout(checkout, here.shop)
    return view.lines.some(({ terms }) => terms?.plan) ? undefined : shownOf(checkoutId, view.due, view.goods, view.sums.total)
  }

  function shownOf(checkout: string, due: string, ships: boolean, total = due) {
    const amount = inUnits(due, express?.decimals ?? 2)
    return amount > 0 ? { checkout, session, amount, total, ships } : undefined
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Pay with a wallet' }, { name: 'robots', content: 'noindex' }]

export default function Express({ loaderData: { shown, agreement, policies } }: Route.ComponentProps) {
  const { express, name, locale } = useShop()
  return (
    <main id="main" className="express">
      <h1 className="sr">Pay with a wallet</h1>
      {express && shown && (
        <WalletButtons of={express} shown={shown} shopName={name} locale={locale} agreement={agreement}>
          {policies.map(({ title, slug }) => (
            <Link key={slug} className="link small" to={`/${slug}`} target="_top" reloadDocument>
              {title}
            </Link>
          ))}
        </WalletButtons>
      )}
    </main>
  )
}
