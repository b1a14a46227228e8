import { attempt } from '@vitrine/client'
import { Message, Price, SectionHead } from '@vitrine/ui'
import { data, Link, redirect, useActionData } from 'react-router'
import { ways } from '../account/ways.ts'
import { addGiftCardToCart, addToCart, getCart, removeFromCart, setQuantities } from '../cart/cart.server.ts'
import { counted, units } from '../cart/cart.ts'
import { countText } from '../cart/count-text.ts'
import { estimateCart } from '../cart/estimate.server.ts'
import type { CartWrong } from '../cart/estimate.ts'
import { Lines } from '../cart/lines.tsx'
import { leftText, PutBack } from '../cart/said.tsx'
import { changeSaved, savedForLater } from '../cart/saved-for-later.server.ts'
import { SavedForLater } from '../cart/saved-for-later.tsx'
import { forgetSeen } from '../cart/seen.server.ts'
import { useSetToWhatIsLeft } from '../cart/set-to-what-is-left.ts'
import { Sum, sumOf } from '../cart/sum.tsx'
import { type CartAnswer, useCart } from '../cart/use-cart.tsx'
import type { GiftOptions } from '../catalogue/gift.ts'
import { findVariant } from '../catalogue/product.ts'
import { ProductRow } from '../catalogue/product-row.tsx'
import { findProduct, findProductById, showProduct } from '../catalogue/read.server.ts'
import { recommended } from '../catalogue/recommended.server.ts'
import { namedItems } from '../catalogue/together.ts'
import { CheckOut } from '../checkout/check-out.tsx'
import { countriesIn, countryCodes, whatIsWrong, writePostcode } from '../checkout/countries.ts'
import { isSecure } from '../cookie.ts'
import { findAccount } from '../member/member.server.ts'
import type { Handle } from '../root.tsx'
import { firstInStock } from '../search/search.server.ts'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { type Visit, visit } from '../shop.server.ts'
import { codeError, looksLikeGiftCard, writtenCode } from '../totals/codes.ts'
import type { Route } from './+types/cart.ts'

export const handle: Handle = { body: 'has-sticky' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const [begin, calculated, later, account] = await Promise.all([
    besideCart(here),
    estimateCart(here, request),
    savedForLater(here),
    findAccount(here),
  ])
  const { estimate, keep } = calculated ?? {}
  return data(
    {
      begin,
      estimate,
      later,
      isMember: account !== undefined,
      countries: estimate ? countriesIn(here.shop.locale) : [],
      shopName: here.shop.name,
    },
    { headers: keep ? { 'Set-Cookie': keep } : {} },
  )
}

/** What goes with what is in the bag; what most people begin with where it is empty. */
async function besideCart(here: Visit) {
  const { lines } = await getCart(here)
  const inCart = [...new Set(lines.map(({ productId }) => productId))]
  return recommended(here, inCart.length > 0 ? 'CART' : 'EMPTY_CART', {
    beside: inCart,
    most: 8,
    otherwise: () => firstInStock(here, 8),
  })
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
  const key = form.get('key')?.toString()
  const done = () => (stays ? data<CartAnswer>({ key }) : redirect(to.cart, 303))
  here.know()
  if (form.get('intent') === 'change') {
    const removed = form.getAll('remove').map(String)
    const asked = [...form].flatMap(([key, value]) => (key.startsWith('quantity.') ? [{ id: key.slice(9), quantity: amount(value) }] : []))
    const gone = new Set([...removed, ...asked.flatMap(({ id, quantity }) => (quantity === 0 ? id : []))])
    const saved = asked.filter(({ id, quantity }) => quantity > 0 && !gone.has(id))
    // What is no longer in the bag, or no longer there in this number: the bag says so itself when it is read again.
    if (gone.size > 0) await attempt(removeFromCart(here, [...gone]))
    if (saved.length > 0) await attempt(setQuantities(here, saved))
    return done()
  }
  if (form.get('intent') === 'seen') {
    const headers = new Headers()
    for (const one of forgetSeen(isSecure(here.host))) headers.append('Set-Cookie', one)
    return redirect(to.cart, { status: 303, headers })
  }
  if (form.get('intent') === 'together') {
    // What was sold out meanwhile stays out of the bag.
    for (const item of namedItems(String(form.get('items') ?? ''))) await attempt(addToCart(here, { ...item, quantity: 1 }))
    return done()
  }
  if (await changeSaved(here, form)) return redirect(to.cart, 303)
  const besides = await beside(here, form)
  if (besides) return 'wrong' in besides ? data<CartAnswer>(besides, { status: 400 }) : done()
  let slug = String(form.get('slug') ?? '')
  const quantity = Math.max(1, amount(form.get('quantity') ?? '1'))
  let variantId = form.get('variant')?.toString()
  const planId = form.get('plan')?.toString() || undefined
  const choices = Object.fromEntries(
    [...form].flatMap(([key, value]) => (key.startsWith('choice.') ? [[key.slice(7), String(value)]] : [])),
  )
  const asked = { ...choices, ...(planId && { plan: planId }) }
  const gift = giftIn(form)
  if (!stays && !gift) {
    // A page without script could not know what is left of what was chosen: its own page says so.
    const product = await (slug ? findProduct(here, slug) : findProductById(here, String(form.get('product') ?? '')))
    if (!product) throw data(null, { status: 404 })
    slug = product.slug
    const shown = showProduct(product, here.shop)
    const variant = findVariant(shown, choices)
    const stock = variant?.stock ?? (shown.options.length > 0 ? { some: false } : shown.stock)
    if (!stock.some) return redirect(to.product(slug, asked), 303)
    if (stock.left !== undefined && quantity > stock.left) return redirect(to.product(slug, { ...asked, left: String(stock.left) }), 303)
    variantId = variant?.id
  }
  const productId = String(form.get('product') ?? '')
  if (productId === '') throw data(null, { status: 400 })
  const idempotencyKey = key?.slice(0, 100)
  const [refused] = await attempt(
    gift
      ? addGiftCardToCart(here, productId, gift, quantity, { idempotencyKey })
      : addToCart(here, { productId, variantId, planId, quantity }, { idempotencyKey }),
  )
  if (!refused) return done()
  if (refused.code !== 'ITEM_NOT_AVAILABLE' && refused.code !== 'ITEM_NOT_FOUND_IN_CATALOG') throw refused
  const left = refused.code === 'ITEM_NOT_AVAILABLE' ? refused.data.available : planId ? 'over' : 0
  if (stays) return data<CartAnswer>({ key, error: { asked: quantity, left } })
  return redirect(to.product(slug, { ...asked, left: String(left) }), 303)
}

/** What was said of a gift card that is put back. */
function giftIn(form: FormData): GiftOptions | undefined {
  try {
    const said: unknown = JSON.parse(String(form.get('gift') ?? 'null'))
    return typeof said === 'object' && said !== null ? said : undefined
  } catch {
    return undefined
  }
}

/** What is said beside the lines: a code, where the shopper is, a note. */
async function beside({ client }: Visit, form: FormData): Promise<{ wrong: CartWrong } | { done: true } | undefined> {
  const { currentCart } = client
  const saved = (refused: { code: string } | null | undefined) => {
    // Without a bag there is nothing to say it of; the page shows that it is empty.
    if (refused && refused.code !== 'OWNED_CART_NOT_FOUND') throw refused
    return { done: true } as const
  }
  switch (form.get('intent')) {
    case 'code': {
      const written = writtenCode(form.get('code'))
      if (!written) return { wrong: { code: { written, why: 'Write the code in here first.' } } }
      const [refused] = await attempt(currentCart.updateCurrentCart({ couponCode: written }))
      if (refused?.code === 'ERROR_COUPON_DOES_NOT_EXIST' && looksLikeGiftCard(written))
        return { wrong: { code: { written, why: 'This looks like a gift card. It pays at the last step, so keep it at hand.' } } }
      const why = refused && codeError(refused.code, written)
      if (why) return { wrong: { code: { written, why } } }
      return saved(refused)
    }
    case 'uncode': {
      const [refused, answer] = await attempt(currentCart.removeCouponFromCurrentCart())
      // A checkout that was begun before took the code over.
      if (answer?.cart.checkoutId) await attempt(client.checkout.removeCoupon({ id: answer.cart.checkoutId }))
      return saved(refused)
    }
    case 'estimate': {
      const country = String(form.get('country') ?? '')
      const written = String(form.get('postcode') ?? '').slice(0, 50)
      if (!countryCodes.includes(country)) return { done: true }
      const why = written.trim() ? whatIsWrong(country, written) : undefined
      if (why) return { wrong: { postcode: { country, written, why } } }
      const address = { country, postalCode: written.trim() ? writePostcode(country, written) : null }
      const [refused] = await attempt(currentCart.updateCurrentCart({ cartInfo: { contactInfo: { address } } }))
      return saved(refused)
    }
    case 'note': {
      const buyerNote =
        String(form.get('note') ?? '')
          .trim()
          .slice(0, 1000) || null
      const [refused, answer] = await attempt(currentCart.updateCurrentCart({ cartInfo: { buyerNote } }))
      const id = answer?.cart.checkoutId
      if (id) await attempt(client.checkout.updateCheckout({ checkout: { id, buyerNote } }))
      return saved(refused)
    }
    default:
      return undefined
  }
}

const amount = (value: FormDataEntryValue) => Math.max(0, Math.min(100_000, Math.trunc(Number(value)) || 0))

export default function CartPage({ loaderData: { begin, estimate, countries, later, isMember } }: Route.ComponentProps) {
  const said = useActionData<CartAnswer>()
  const { cart, removed, add, error } = useCart()
  const asked = useSetToWhatIsLeft()
  const shop = useShop()
  if (cart.lines.length === 0)
    return (
      <main id="main" className="wrap cart cart--empty">
        <h1 className="sr">Your bag</h1>
        <div className="none">
          <p className="lead">Nothing in the bag yet.</p>
          <p className="soft">
            {!isMember && (
              <>
                Lost one?{' '}
                <Link className="link" to={`${ways.login}?${new URLSearchParams({ to: to.cart })}`}>
                  Sign in
                </Link>
                , it may be in your account.{' '}
              </>
            )}
            {begin.length > 0 && 'Most people begin with these:'}
          </p>
          {removed && <PutBack line={removed.name} onPutBack={() => add(removed)} />}
        </div>
        {later && <SavedForLater {...later} />}
        <ProductRow cards={begin.slice(0, 4)} heading="h2" />
      </main>
    )
  const others = begin.filter(({ slug }) => !cart.lines.some((line) => line.slug === slug)).slice(0, 4)
  const { total } = sumOf({ cart, shop, estimate })
  const can = counted(cart).length > 0
  return (
    <>
      <main id="main" className="wrap cart">
        <div className="cart__head">
          <h1>Your bag</h1>
          <p className="soft">{countText(units(cart))}</p>
        </div>
        <div className="cart__grid">
          <div className="cart__lines">
            {error && (
              <Message tone="warn" what={leftText(error.left)}>
                Nothing was added.
              </Message>
            )}
            <Lines cart={cart} id="page" heading="h2" page less={estimate?.less} was={estimate?.was} asked={asked} />
            {removed && <PutBack line={removed.name} onPutBack={() => add(removed)} />}
            {later && <SavedForLater {...later} />}
          </div>
          <Sum cart={cart} shop={shop} estimate={estimate} countries={countries} wrong={said?.wrong} />
        </div>
        {others.length > 0 && (
          <section className="section" aria-labelledby="also">
            <SectionHead id="also" title="On the same table" />
            <ProductRow cards={others} />
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
