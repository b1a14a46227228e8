import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { WayTo } from '../catalogue/around.tsx'
import { besides } from '../catalogue/besides.server.ts'
import { BuyBox } from '../catalogue/buy-box.tsx'
import { Gallery } from '../catalogue/gallery.tsx'
import { readGiftCard } from '../catalogue/gift.server.ts'
import { goneProduct } from '../catalogue/gone.server.ts'
import { movingData } from '../catalogue/media.server.ts'
import { findPreview, previewHeaders } from '../catalogue/preview.server.ts'
import { type Choices, findPlan, firstChoices, type PlanView, type ProductView, pictureOf } from '../catalogue/product.ts'
import { collectionsOf, findProduct, showProduct } from '../catalogue/read.server.ts'
import { seoOf } from '../catalogue/seo.server.ts'
import { breadcrumbs, productData } from '../catalogue/structured-data.ts'
import { readQuestions } from '../questions/questions.server.ts'
import { FIRST } from '../questions/questions.ts'
import { readReviews } from '../reviews/reviews.server.ts'
import { readAsked } from '../reviews/reviews.ts'
import type { Handle } from '../root.tsx'
import { apart } from '../shop/apart.tsx'
import { elsewhere as moved } from '../shop/elsewhere.server.ts'
import { headOf } from '../shop/head.server.ts'
import { linkedData } from '../shop/linked-data.tsx'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/product.ts'

const Preview = apart(() => import('../catalogue/preview.tsx'))
const Below = apart(() => import('../catalogue/below.tsx'))
const Collect = apart(() => import('../catalogue/collect.tsx'))
const Rate = apart(() => import('../reviews/rate.tsx'))
const WayToCompare = apart(() => import('../compare/way-to-compare.tsx'))

export const handle: Handle = { body: 'has-sticky' }

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { slug = '', token } = params
  const { found, preview } =
    token === undefined ? { found: await findProduct(here, slug), preview: undefined } : await findPreview(here, token)
  if (!found) throw token === undefined ? await elsewhere(here, slug, url.search) : data(null, { status: 404 })
  // There is more to say of a gift card than of other products: it has a page of its own.
  if (!preview && found.productType === 'digital' && (await readGiftCard(here))?.id === found.id)
    throw redirect(to.giftCard + url.search, 302)
  const [collection] = collectionsOf(here, found)
  const product = showProduct(found, here.shop)
  const address = new URL(to.product(found.slug), here.host.baseUrl).href
  const shopName = here.shop.name
  const seo = seoOf(found)
  // Below the fold: asked for now, sent when it is there, missing without harm.
  const beside = besides(here, found, 4)
  const [reviews, questions] = preview
    ? []
    : await Promise.all([readReviews(here, found.id, readAsked(url.searchParams)), readQuestions(here, found.id, FIRST)])
  const way = [
    { name: shopName, path: to.home },
    ...(collection ? [{ name: collection.name, path: to.collection(collection.slug) }] : []),
    { name: product.name, path: to.product(found.slug) },
  ]
  const linked = () =>
    linkedData(
      { request, context },
      productData(product, { origin: address, currency: here.shop.currency, subjectOf: movingData(product.pictures, address), reviews }),
      breadcrumbs(address, way),
    )
  const answer = {
    head: preview
      ? [{ title: product.name }, { name: 'robots', content: 'noindex' }]
      : [
          ...headOf({
            title: seo.title ?? `${product.name} · ${shopName}`,
            name: product.name,
            description: seo.description ?? product.description.slice(0, 300),
            address,
            shopName,
            type: 'product',
            picture: product.pictures[0],
          }),
          ...linked(),
        ],
    product: forShoppers(product),
    /** Until when, of a preview. */
    preview,
    collection: collection && { slug: collection.slug, name: collection.name },
    beside,
    reviews,
    questions,
    collect: product.shippable ? here.shop.collect : undefined,
  }
  return data(answer, preview ? { headers: previewHeaders } : {})
}

/** Without the fields that only search engines read. */
function forShoppers(product: ProductView): ProductView {
  const { sku: _sku, gtin: _gtin, mpn: _mpn, brand: _brand, unit: _unit, variants, ...rest } = product
  return {
    ...rest,
    variants: variants.map(({ sku: _ofSku, gtin: _ofGtin, mpn: _ofMpn, unit: _ofUnit, ...variant }) => variant),
  }
}

/** A preview is for whoever has its link. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** What answers where no product has a slug: where it leads since it was changed, that its product is gone, or nothing. */
async function elsewhere(here: ReturnType<typeof visit>, slug: string, search: string) {
  const { slug: now, deleted, was } = await here.client.products.findFormerSlug({ slug })
  if (now !== undefined) return redirect(to.product(now) + search, 301)
  const led = await moved(here)
  return deleted && !(led instanceof Response) ? data({ gone: await goneProduct(here, was) }, { status: 410 }) : led
}

/** A choice changes the address, not the product. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? []

/** What is chosen first, then what shows no choice in particular, then the other choices. */
function inOrder({ pictures, options }: ProductView, first: string | undefined) {
  const ofChoices = new Set(options.flatMap(({ choices }) => choices.flatMap((choice) => choice.pictures)))
  const rank = pictures.map(({ url, moving }, at) => (url === first && !moving ? 0 : ofChoices.has(at) ? 2 : 1))
  return pictures
    .map((picture, at) => ({ picture, rank: rank[at] ?? 1 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ picture }) => picture)
}

/** Nothing on the page waits for it, and nobody misses it. */
const remember = (shop: string, slug: string) =>
  import('../catalogue/seen.ts').then(({ rememberSeen }) => rememberSeen(shop, slug)).catch(() => undefined)

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return <ProductOf key={loaderData.product.id} {...loaderData} />
}

function ProductOf({ product, preview, collection, beside, reviews, questions, collect }: Route.ComponentProps['loaderData']) {
  const [search] = useSearchParams()
  const { name: shop } = useShop()
  useEffect(() => {
    if (!preview) void remember(shop, product.slug)
  }, [preview, shop, product.slug])
  // A choice made before its script is here would take it off the page until then.
  const wayToCompare = useMemo(
    () => (
      <Suspense>
        <WayToCompare slug={product.slug} name={product.name} />
      </Suspense>
    ),
    [product.slug, product.name],
  )
  const [made, setMade] = useState<{ choices: Choices; plan: PlanView | undefined }>()
  const chosen = made?.choices ?? firstChoices(product, Object.fromEntries(search))
  const plan = made ? made.plan : findPlan(product, search.get('plan'))
  const choose = (choices: Choices, often: PlanView | undefined) => {
    setMade({ choices, plan: often })
    // The address follows without a navigation: there is nothing to be loaded.
    if (preview) return
    const address = to.product(product.slug, { ...choices, ...(often && { plan: often.id }) })
    window.history.replaceState(window.history.state, '', address)
  }
  // A choice made before the script of what stands below is here would take it off the page until then.
  const shownChoices = useDeferredValue(chosen)
  const pictures = inOrder(product, pictureOf(product, chosen)?.url)
  const left = search.get('left')
  const short = left === 'over' ? left : left === null || Number.isNaN(Number(left)) ? undefined : Number(left)
  return (
    <main id="main">
      {preview && <Preview until={preview} />}
      <div className="wrap product">
        <Gallery pictures={pictures} name={product.name} options={product.options} />
        <BuyBox
          product={product}
          chosen={chosen}
          onChoose={(choices) => choose(choices, plan)}
          plan={plan}
          onPlan={(often) => choose(chosen, often)}
          way={preview && <Preview />}
          short={made ? undefined : short}
          rate={
            reviews && (
              <Suspense>
                <Rate of={reviews} />
              </Suspense>
            )
          }
          collect={
            collect && (
              <Suspense>
                <Collect of={collect} />
              </Suspense>
            )
          }
          crumbs={<WayTo product={product.name} collection={collection} />}
          beside={wayToCompare}
        />
      </div>
      <Suspense>
        <Below product={product} chosen={shownChoices} preview={!!preview} reviews={reviews} questions={questions} beside={beside} />
      </Suspense>
    </main>
  )
}
