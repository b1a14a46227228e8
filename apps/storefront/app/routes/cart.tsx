import { attempt } from '@vitrine/client'
import { Ledger, Message, Money, Price, SectionHead } from '@vitrine/ui'
import { data, redirect } from 'react-router'
import { addToBag, removeFromBag, setQuantities } from '../bag/bag.server.ts'
import { counted, pieces } from '../bag/bag.ts'
import { added, deliveryOf, FreeDelivery, subtotal } from '../bag/free-delivery.tsx'
import { Lines } from '../bag/lines.tsx'
import { leftText, PutBack } from '../bag/said.tsx'
import { type BagAnswer, useBag } from '../bag/use-bag.tsx'
import { Card, ON_SHELF } from '../catalogue/card.tsx'
import { findVariant } from '../catalogue/product.ts'
import { findProduct, showProduct } from '../catalogue/read.server.ts'
import { CheckOut } from '../checkout/check-out.tsx'
import type { Handle } from '../root.tsx'
import { readAsk } from '../search/listing.ts'
import { findProducts } from '../search/search.server.ts'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { capital, many } from '../shop/words.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/cart.ts'

export const handle: Handle = { body: 'has-sticky' }

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { cards } = await findProducts(here, readAsk(new URLSearchParams('in-stock=yes')), undefined, 8)
  return { begin: cards, shopName: here.shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Your bag · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

/** All that can be done to a bag. A page with script stays where it is (`stay`) and is told; without, it comes to the bag. */
export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  const stays = form.has('stay')
  const done = () => (stays ? data<BagAnswer>({}) : redirect(to.bag, 303))
  here.know()
  if (form.get('intent') === 'change') {
    const removed = form.getAll('remove').map(String)
    const asked = [...form].flatMap(([key, value]) => (key.startsWith('quantity.') ? [{ id: key.slice(9), quantity: amount(value) }] : []))
    const gone = [...removed, ...asked.flatMap(({ id, quantity }) => (quantity === 0 ? id : []))]
    const kept = asked.filter(({ id, quantity }) => quantity > 0 && !gone.includes(id))
    // What is no longer in the bag, or no longer there in this number: the bag says so itself when it is read again.
    if (gone.length > 0) await attempt(removeFromBag(here, gone))
    if (kept.length > 0) await attempt(setQuantities(here, kept))
    return done()
  }
  const slug = String(form.get('slug') ?? '')
  const quantity = Math.max(1, amount(form.get('quantity') ?? '1'))
  let variantId = form.get('variant')?.toString()
  const choices = Object.fromEntries(
    [...form].flatMap(([key, value]) => (key.startsWith('choice.') ? [[key.slice(7), String(value)]] : [])),
  )
  if (!stays) {
    // A page without script could not know what is left of what was chosen: its own page says so.
    const product = await findProduct(here, slug)
    if (!product) throw data(null, { status: 404 })
    const shown = showProduct(product, here.shop)
    const variant = findVariant(shown, choices)
    const stock = variant?.stock ?? (shown.options.length > 0 ? { some: false } : shown.stock)
    if (!stock.some) return redirect(to.product(slug, choices), 303)
    if (stock.left !== undefined && quantity > stock.left) return redirect(to.product(slug, { ...choices, left: String(stock.left) }), 303)
    variantId = variant?.id
  }
  const [refused] = await attempt(addToBag(here, { productId: String(form.get('product') ?? ''), variantId, quantity }))
  if (!refused) return done()
  if (refused.code !== 'ITEM_NOT_AVAILABLE' && refused.code !== 'ITEM_NOT_FOUND_IN_CATALOG') throw refused
  const left = refused.code === 'ITEM_NOT_AVAILABLE' ? refused.data.available : 0
  if (stays) return data<BagAnswer>({ trouble: { asked: quantity, left } })
  return redirect(to.product(slug, { ...choices, left: String(left) }), 303)
}

const amount = (value: FormDataEntryValue) => Math.max(0, Math.min(100_000, Math.trunc(Number(value)) || 0))

export default function CartPage({ loaderData: { begin } }: Route.ComponentProps) {
  const { bag, removed, add, trouble } = useBag()
  const shop = useShop()
  if (bag.lines.length === 0)
    return (
      <main id="main" className="wrap cart cart--empty">
        <h1 className="sr">Your bag</h1>
        <div className="none">
          <p className="lead">Nothing in the bag yet.</p>
          {begin.length > 0 && <p className="soft">Most people begin with these:</p>}
          {removed && <PutBack line={removed.name} onPutBack={() => add(removed)} />}
        </div>
        <div className="cards cards--4 shelf">
          {begin.slice(0, 4).map((card) => (
            <Card key={card.id} of={card} heading="h2" sizes={ON_SHELF} />
          ))}
        </div>
      </main>
    )
  const others = begin.filter(({ slug }) => !bag.lines.some((line) => line.slug === slug)).slice(0, 4)
  const n = pieces(bag)
  const sum = subtotal(bag)
  const delivery = deliveryOf(bag, shop.delivery)
  const total = added(bag.currency, sum, delivery ?? '0')
  const can = counted(bag).length > 0
  return (
    <>
      <main id="main" className="wrap cart">
        <div className="cart__head">
          <h1>Your bag</h1>
          <p className="soft">{`${capital(many(n, 'piece'))}, kept for you on this device`}</p>
        </div>
        <div className="cart__grid">
          <div className="cart__lines">
            {trouble && (
              <Message tone="warn" what={leftText(trouble.left)}>
                Nothing was added.
              </Message>
            )}
            <Lines bag={bag} id="page" heading="h2" page />
            {removed && <PutBack line={removed.name} onPutBack={() => add(removed)} />}
          </div>
          <aside className="cart__sum" aria-labelledby="sum">
            <h2 id="sum">Sum</h2>
            <FreeDelivery bag={bag} delivery={shop.delivery} />
            <Ledger
              rows={[
                { label: capital(many(n, 'piece')), amount: <Money of={sum} /> },
                ...(shop.delivery && delivery !== undefined
                  ? [{ label: `Delivery to ${shop.delivery.place}`, amount: Number(delivery) === 0 ? 'Free' : <Money of={delivery} /> }]
                  : []),
              ]}
              total={{ label: 'To pay', amount: <Price of={total} /> }}
            />
            {can && <CheckOut wide />}
          </aside>
        </div>
        {others.length > 0 && (
          <section className="section" aria-labelledby="also">
            <SectionHead id="also" title="Also on the shelf" />
            <div className="cards cards--4 shelf">
              {others.map((card) => (
                <Card key={card.id} of={card} sizes={ON_SHELF} />
              ))}
            </div>
          </section>
        )}
      </main>
      {can && (
        <div className="sticky sticky--cart" role="region" aria-label="Check out">
          <span className="sticky__t">
            <small className="soft">To pay</small>
            <Price of={total} />
          </span>
          <CheckOut />
        </div>
      )}
    </>
  )
}
