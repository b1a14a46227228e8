import type { ReviewsView } from '../reviews/reviews.ts'
import { to } from '../shop/shop.ts'
import type { ProductView } from './product.ts'

/** What pages tell search engines in the words of schema.org, as JSON-LD. */

export const context = { '@context': 'https://schema.org' } as const

export interface Place {
  readonly name: string
  readonly path: string
}

/** The way to a page: from the first page of the shop to itself. */
export const breadcrumbs = (origin: string, way: readonly Place[]) => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: way.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: new URL(path, origin).href,
  })),
})

const mostOffers = 50
const mostReviews = 2

const ratingOf = ({ average, count, list }: ReviewsView) => ({
  aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count, bestRating: 5, worstRating: 1 },
  review: list.slice(0, mostReviews).map(({ stars, title, text, author, date }) => ({
    '@type': 'Review',
    reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
    author: { '@type': 'Person', name: author },
    datePublished: date.slice(0, 10),
    ...(title && { name: title }),
    ...(text && { reviewBody: text }),
  })),
})

/** A product with an offer for each of its variants; of very many, the range of their prices. */
export function productData(
  product: ProductView,
  {
    origin,
    currency,
    subjectOf,
    reviews,
  }: {
    readonly origin: string
    readonly currency: string
    /** Its films and models. */
    readonly subjectOf: readonly object[]
    readonly reviews?: ReviewsView | undefined
  },
) {
  const url = new URL(to.product(product.slug), origin).href
  const offer = (one: Pick<ProductView, 'price' | 'planPrices' | 'stock' | 'gtin' | 'mpn' | 'sku' | 'unit'>, address: string) => {
    const price = product.once ? one.price : (one.planPrices[0] ?? one.price)
    const availability = one.stock.preorder ? 'PreOrder' : one.stock.some ? 'InStock' : 'OutOfStock'
    return {
      '@type': 'Offer',
      price,
      priceCurrency: currency,
      availability: `https://schema.org/${availability}`,
      ...(one.stock.preorder && { availabilityStarts: product.expectedDate }),
      url: address,
      ...(one.sku && { sku: one.sku }),
      ...(one.gtin && { gtin: one.gtin }),
      ...(one.mpn && { mpn: one.mpn }),
      ...(one.unit && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: one.unit.price,
          priceCurrency: currency,
          referenceQuantity: {
            '@type': 'QuantitativeValue',
            value: one.unit.quantity,
            unitCode: one.unit.code,
          },
        },
      }),
    }
  }
  const variants = product.options.length > 0 ? product.variants : []
  const prices = variants.map(({ price }) => price)
  return {
    ...context,
    '@type': 'Product',
    name: product.name,
    description: product.description,
    url,
    image: product.pictures.flatMap(({ url: own, moving }) => (moving ? [] : new URL(own, origin).href)),
    ...(subjectOf.length > 0 && { subjectOf }),
    ...(product.sku && { sku: product.sku }),
    ...(product.gtin && { gtin: product.gtin }),
    ...(reviews && reviews.count > 0 && ratingOf(reviews)),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    offers:
      variants.length === 0
        ? offer(product, url)
        : variants.length > mostOffers
          ? {
              '@type': 'AggregateOffer',
              lowPrice: Math.min(...prices),
              highPrice: Math.max(...prices),
              offerCount: variants.length,
              priceCurrency: currency,
              availability: `https://schema.org/${variants.some(({ stock }) => stock.some) ? 'InStock' : 'OutOfStock'}`,
            }
          : variants.map((variant) => offer(variant, new URL(to.product(product.slug, variant.choices), origin).href)),
  }
}
