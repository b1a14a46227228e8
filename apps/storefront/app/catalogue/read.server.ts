import { attempt } from '@vitrine/client'
import type { Input, MediaItem, Product, Variant, VariantStock } from '@vitrine/contract'
import { isGtin, localeIn } from '@vitrine/pricing'
import { expectedDay, expectedText } from '../shop/preorder.server.ts'
import { capital, many } from '../shop/text.ts'
import type { Visit } from '../shop.server.ts'
import { mediaOf } from './image.server.ts'
import { showMedia } from './media.server.ts'
import { isSoldOnce, planPrices, showPlans } from './plans.server.ts'
import type { CardView, ProductView, StockView } from './product.ts'
import { unitPriceFigures, unitPriceText } from './unit-price.server.ts'

/** Whether the colours of an option are shown as discs of one colour, without the bare foot of a glazed pot. */
export const isPlain = ({ theme, dipped }: Visit['shop'], option: string) =>
  theme.swatch === 'plain' || (dipped !== undefined && !dipped.includes(option))

const pictures = (items: readonly MediaItem[] | undefined) => (items ?? []).flatMap(({ image }) => (image ? [mediaOf(image)] : []))
const colours = (product: Product) => product.productOptions.find(({ optionType }) => optionType === 'color')

const priceOf = (data: Product['priceData']) => {
  const now = data?.discountedPrice ?? data?.price ?? 0
  return { price: now, before: data?.price !== undefined && data.price > now ? data.price : undefined }
}

const someOf = (product: Product, option: string, choice: string) => {
  const those = product.variants.filter(({ choices }) => choices?.[option] === choice)
  return those.length === 0 || those.some(({ stock }) => stock?.inStock !== false)
}

/** Descriptions may come with markup; pages show words. */
const plain = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

export const choiceName = ({ description, value }: { description?: string | undefined; value?: string | undefined }) =>
  description ?? value ?? ''

/** What is not sold once costs what the cheapest of its plans asks. */
function cardPrice(product: Product, { currency }: Visit['shop']) {
  const once = priceOf(product.priceData)
  return isSoldOnce(product) ? once : { price: Math.min(...planPrices(product, once.price, currency)) }
}

/** Cards of products in their order, each with how it is rated; `chosen` names the choice whose picture is shown. */
export async function showCards(
  { client, shop }: Visit,
  products: readonly Product[],
  chosen: (product: Product, at: number) => string | undefined = () => undefined,
): Promise<CardView[]> {
  const entityIds = [...new Set(products.map(({ id }) => id))].slice(0, 100)
  const [, found] = entityIds.length > 0 ? await attempt(client.reviews.getSummaries({ entityIds })) : []
  const ratings = new Map(
    found?.summaries.flatMap(({ entityId, average, count }) =>
      count > 0 ? [[entityId, { average: average.toFixed(1), count }] as const] : [],
    ),
  )
  return products.map((product, at) => ({ ...showCard(product, shop, chosen(product, at)), rating: ratings.get(product.id) }))
}

/** A card, from a product as the platform sends it; `chosen` picks the picture of that choice. */
export function showCard(product: Product, shop: Visit['shop'], chosen?: string): CardView {
  const all = pictures(product.media?.items)
  const option = colours(product)
  const own = option?.choices?.find((choice) => choiceName(choice) === chosen)
  const main = product.media?.mainMedia?.image
  const first = pictures(own?.media?.items)[0] ?? (main ? mediaOf(main) : all[0])
  const inChoices = new Set(
    product.productOptions.flatMap(({ choices }) => choices?.flatMap(({ media }) => pictures(media?.items).map(({ url }) => url)) ?? []),
  )
  const second = all.find(({ url }) => url !== first?.url && !inChoices.has(url)) ?? all.find(({ url }) => url !== first?.url)
  const isMissing = product.stock ? !product.stock.inStock : false
  const preorder = (isMissing && product.variants.some(({ stock }) => stock?.availableForPreorder)) || undefined
  const range = product.priceRange
  const words = product.productOptions.find(({ choices }) => (choices?.length ?? 0) > 1)
  const price = cardPrice(product, shop)
  const comes =
    (preorder && product.preorderInfo && capital(expectedText(product.preorderInfo, localeIn(shop.locale, shop.country), shop.today))) ||
    undefined
  return {
    id: product.id,
    slug: product.slug,
    name: product.name ?? '',
    ...price,
    perUnit: unitPriceText(price.price, product.pricePerUnitData, shop),
    from: range ? range.maxValue > range.minValue || undefined : undefined,
    ribbon: product.ribbon || undefined,
    out: isMissing && !preorder,
    preorder,
    picture: first,
    second,
    colours: option && {
      option: option.name,
      plain: isPlain(shop, option.name),
      choices: (option.choices ?? [])
        .filter(({ visible }) => visible !== false)
        .map((choice) => ({
          name: choiceName(choice),
          colour: choice.value ?? 'transparent',
          out: choice.inStock === false || !someOf(product, option.name, choiceName(choice)),
        })),
    },
    note: comes ?? (option ? undefined : words && capital(many(words.choices?.length ?? 0, words.name.toLowerCase()))),
    shippable: product.productType === 'physical',
    simple: product.productOptions.length === 0 && product.customTextFields.length === 0 && !product.subscriptionDetails,
  }
}

const stockOf = (stock: VariantStock | undefined): StockView =>
  stock?.availableForPreorder
    ? { some: true, preorder: true, left: stock.preordersLeft }
    : { some: stock?.inStock ?? true, left: stock?.trackQuantity ? stock.quantity : undefined }

const gtinOf = (one: Pick<Variant, 'variant'> | undefined): string | undefined => {
  const code = one?.variant?.barcode
  return code !== undefined && isGtin(code) ? code : undefined
}

export function showProduct(product: Product, shop: Visit['shop']): ProductView {
  const pricing = (data: Product['priceData'], measure: Product['pricePerUnitData']) => {
    const price = priceOf(data)
    const byPlan = planPrices(product, price.price, shop.currency)
    return {
      ...price,
      perUnit: unitPriceText(price.price, measure, shop),
      unit: unitPriceFigures(price.price, measure, shop),
      planPrices: byPlan,
      planPerUnit: byPlan.map((each) => unitPriceText(each, measure, shop)),
    }
  }
  const media = showMedia(product)
  const shows = new Map(
    product.productOptions.flatMap(({ choices }) =>
      (choices ?? []).flatMap((choice) => pictures(choice.media?.items).map(({ url }) => [url, choiceName(choice)] as const)),
    ),
  )
  const at = new Map(media.flatMap(({ url, moving }, index) => (moving ? [] : [[url, index] as const])))
  return {
    id: product.id,
    slug: product.slug,
    name: product.name ?? '',
    description: plain(product.description ?? ''),
    ribbon: product.ribbon || undefined,
    ...pricing(product.priceData, product.pricePerUnitData),
    sku: product.sku ?? '',
    gtin: product.productOptions.length === 0 ? gtinOf(product.variants[0]) : undefined,
    mpn: product.productOptions.length === 0 ? product.variants[0]?.variant?.mpn : undefined,
    brand: product.brand || undefined,
    once: isSoldOnce(product),
    plans: showPlans(product, shop),
    pictures: media.map((one) => ({ ...one, caption: one.caption || (one.moving ? '' : (shows.get(one.url) ?? one.alt)) })),
    options: product.productOptions.map(({ name, optionType, choices }) => ({
      name,
      plain: isPlain(shop, name),
      choices: (choices ?? [])
        .filter(({ visible }) => visible !== false)
        .map((choice) => ({
          name: choiceName(choice),
          colour: optionType === 'color' ? choice.value : undefined,
          pictures: pictures(choice.media?.items).flatMap(({ url }) => at.get(url) ?? []),
        })),
    })),
    variants: product.variants
      .filter(({ variant, choices }) => variant?.visible !== false && Object.keys(choices ?? {}).length > 0)
      .map(({ id, choices, variant, stock }) => ({
        id,
        choices: choices ?? {},
        ...pricing(variant?.priceData ?? product.priceData, variant?.pricePerUnitData ?? product.pricePerUnitData),
        sku: variant?.sku ?? '',
        gtin: gtinOf({ variant }),
        mpn: variant?.mpn,
        stock: stockOf(stock),
      })),
    stock: stockOf(product.variants[0]?.stock),
    preorder: product.preorderInfo && expectedText(product.preorderInfo, localeIn(shop.locale, shop.country), shop.today),
    expectedDate: product.preorderInfo && expectedDay(product.preorderInfo, shop.today),
    sections: product.additionalInfoSections.map(({ title, description }) => ({ title, text: plain(description) })),
    shippable: product.productType === 'physical',
  }
}

/** The product that answers to a slug. */
export async function findProduct(visit: Visit, slug: string): Promise<Product | undefined> {
  const [product] = await queryProducts(visit, { filter: { slug }, paging: { limit: 1 } })
  return product
}

/** The product under an id that a shopper may see. */
export async function findProductById(visit: Visit, id: string): Promise<Product | undefined> {
  const [product] = await queryProducts(visit, { filter: { id }, paging: { limit: 1 } })
  return product
}

/** Products by their slugs, in the order asked for; those that are gone are left out. */
export async function productsNamed(visit: Visit, slugs: readonly string[]): Promise<Product[]> {
  if (slugs.length === 0) return []
  const products = await queryProducts(visit, { filter: { slug: { $in: slugs } }, paging: { limit: 100 } })
  const by = new Map(products.map((product) => [product.slug, product]))
  return slugs.flatMap((slug) => by.get(slug) ?? [])
}

/** Those of these ids that a shopper may see, in no order. */
export async function productsWithIds(visit: Visit, ids: readonly string[]): Promise<Product[]> {
  const each = [...new Set(ids)].slice(0, 100)
  return each.length > 0 ? queryProducts(visit, { filter: { id: { $in: each } }, paging: { limit: 100 } }) : []
}

/** The same, for what is missing without harm: none where they cannot be had. */
export async function productsUnder(visit: Visit, ids: readonly string[]): Promise<Product[]> {
  const [, products] = await attempt(productsWithIds(visit, ids))
  return products ?? []
}

/** The collections of the menu that a product stands in, in the product's own order. */
export const collectionsOf = ({ shop }: Visit, { collectionIds }: Product) =>
  collectionIds.flatMap((id) => shop.collections.find((collection) => collection.id === id) ?? [])

/** Others of a collection, the best first; none where they cannot be had. */
export async function neighbours(visit: Visit, product: Product, most: number): Promise<Product[]> {
  const [collection] = collectionsOf(visit, product)
  if (!collection) return []
  try {
    const products = await queryProducts(visit, {
      filter: { 'collections.id': { $hasSome: [collection.id] } },
      paging: { limit: most + 1 },
    })
    return products.filter(({ id }) => id !== product.id).slice(0, most)
  } catch {
    return []
  }
}

/** A few of the first hundred that are sold again and again, as cards. */
export async function someWithPlans(visit: Visit, most: number): Promise<CardView[]> {
  const products = await queryProducts(visit, { paging: { limit: 100 } })
  const withPlans = products.filter(({ subscriptionDetails }) => (subscriptionDetails?.subscriptions.length ?? 0) > 0)
  return showCards(visit, withPlans.slice(0, most))
}

type Query = NonNullable<Input<'GET /stores-reader/v1/products/query-platformized'>['query']>

async function queryProducts({ client }: Visit, query: Query): Promise<Product[]> {
  const { products } = await client.products.queryProducts({ query })
  return products
}
