import { attempt } from '@vitrine/client'
import type { ReviewHighlight } from '@vitrine/contract'
import { rendition } from '@vitrine/ui'
import { productsUnder, showCard } from '../catalogue/read.server.ts'
import { to } from '../shop/shop.ts'
import type { Visit } from '../shop.server.ts'
import { type HighlightView, thumb } from './highlights.tsx'

const onHome = 3
/** A product that is taken may be hidden by now. */
const spare = 5

const showHighlight = (
  { reviewId, rating, text, authorName }: ReviewHighlight,
  { slug, name }: { slug: string; name: string },
): HighlightView => ({
  stars: rating,
  text,
  author: authorName ?? 'Somebody',
  product: name,
  href: `${to.product(slug)}?review=${reviewId}#review-${reviewId}`,
})

/** What the home page quotes, with pictures of the products; nothing where it cannot be had. */
export async function highlightsOfHome(visit: Visit): Promise<HighlightView[]> {
  const [, found] = await attempt(visit.client.reviews.getHighlights({ limit: onHome + spare }))
  const highlights = found?.highlights ?? []
  const products = await productsUnder(
    visit,
    highlights.map(({ entityId }) => entityId),
  )
  const by = new Map(products.map((product) => [product.id, product]))
  return highlights
    .flatMap((highlight) => {
      const product = by.get(highlight.entityId)
      if (!product) return []
      const { picture } = showCard(product, visit.shop)
      return [
        {
          ...showHighlight(highlight, { slug: product.slug, name: product.name ?? '' }),
          ...(picture && { picture: rendition(picture, 2 * thumb.width, 2 * thumb.height) }),
        },
      ]
    })
    .slice(0, onHome)
}

/** It stands after the sixth card, or ends a row that is not full. */
const hasRoom = (cards: number) => cards > 6 || cards === 4 || cards === 5

/** What a list quotes about one of its products; nothing in a shop whose home page has no reviews. */
export async function highlightAmong(
  { client, shop }: Visit,
  cards: readonly { readonly id: string; readonly slug: string; readonly name: string }[],
): Promise<HighlightView | undefined> {
  if (!hasRoom(cards.length) || !shop.home.some(({ kind }) => kind === 'reviews')) return undefined
  const [, found] = await attempt(client.reviews.getHighlights({ entityIds: cards.map(({ id }) => id), limit: 1 }))
  const [highlight] = found?.highlights ?? []
  const card = cards.find(({ id }) => id === highlight?.entityId)
  return highlight && card && showHighlight(highlight, card)
}
