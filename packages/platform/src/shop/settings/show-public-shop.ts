import type { Hero, Shop, ShopCollection } from '@vitrine/contract'
import { formatMoney, taxAt, toDecimal } from '@vitrine/pricing'
import { newsletterSettingsOf } from '../../kernel/settings/newsletter-settings.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { HeroSettings } from '../../kernel/settings/shop-settings.ts'
import { shownAt } from '../../kernel/settings/shown-picture.ts'
import { usualHome } from './usual-home.ts'
import type { PinnedProduct, Window } from './window.ts'

/** What everyone may know about the shop, from its settings and what the catalogue says now. */
export function showShop(
  site: string,
  { shop, commerce, taxes, pages, newsletter }: Sections,
  { collections, products, allProducts }: Window,
  pinned: (productId: string, choices: Readonly<Record<string, string>> | undefined) => PinnedProduct | undefined,
  publicUrl: string,
): Omit<Shop, 'today'> {
  const picture = shownAt(publicUrl)
  const { currency, country, locale, timeZone, weightUnit } = commerce
  const { wordmark, heroes, home, collections: order, closed = false, look: _look, ...words } = shop
  const set = new Map(order.map((each) => [each.id, each]))
  const places = new Map(order.map(({ id }, i) => [id, i]))
  const place = (id: string) => places.get(id) ?? Number.MAX_SAFE_INTEGER

  const hero = ({ pieces: named, picture: wide, ...rest }: HeroSettings): Hero => ({
    ...rest,
    picture: picture(wide),
    pieces: named.flatMap(({ productId, choices, ...where }) => {
      const found = pinned(productId, choices)
      if (!found) return []
      const { slug, name, price, inStock } = found
      return [{ ...where, slug, name, price: toDecimal(price, currency), formattedPrice: formatMoney(price, currency, locale), inStock }]
    }),
  })

  const shown = collections.map(({ id, slug, name, products: numberOfProducts, description, picture: cover, seo }): ShopCollection => {
    const { hour, opening } = set.get(id) ?? {}
    return {
      id,
      slug,
      name,
      description,
      numberOfProducts,
      ...(hour && { hour }),
      ...(cover && { picture: picture(cover) }),
      ...(seo && { seo }),
      ...(opening && { opening: opening.map(({ picture: shown, ...said }) => ({ ...said, picture: picture(shown) })) }),
    }
  })
  const { shown: isAsked, ...asking } = newsletterSettingsOf(newsletter, shop.name)
  const asksFor = isAsked ? asking : undefined
  return {
    id: site,
    ...words,
    open: !closed,
    wordmark: { text: wordmark.text, ...(wordmark.picture && { picture: picture(wordmark.picture) }) },
    currency,
    country,
    timeZone,
    weightUnit,
    taxIncludedInPrices: taxAt(taxes, { country }).taxIncludedInPrice,
    heroes: heroes.map(hero),
    home: (home ?? usualHome(heroes.length, collections.length)).flatMap(({ pictures, hidden, ...section }) =>
      hidden ? [] : { ...section, ...(pictures && { pictures: pictures.map(picture) }) },
    ),
    ...(allProducts && { allProducts: { ...allProducts, picture: allProducts.picture && picture(allProducts.picture) } }),
    collections: shown.sort((a, b) => place(a.id) - place(b.id)),
    pages: (pages?.published ?? []).map(({ kind, slug, title, inFooter, inCheckout, inRegistration }) => ({
      kind,
      slug,
      title,
      inFooter,
      inCheckout,
      inRegistration,
    })),
    numberOfProducts: products,
    ...(asksFor && { newsletter: asksFor }),
  }
}
