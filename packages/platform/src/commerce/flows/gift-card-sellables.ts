import type { CatalogReference } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { namedId } from '../../kernel/settings/revised.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { Facts } from '../catalogue/facts.ts'
import { describeGift, giftCardOf, readGift } from '../gift-cards/gift.ts'
import { giftCardsApp, storesApp } from '../selling/apps.ts'
import type { FindSellables, Sellable } from '../selling/sellable.ts'

/** A group without rates: gift cards are taxed when they are spent. */
const untaxed = namedId('gift cards are taxed when they are spent')

const isGiftCard = ({ appId }: CatalogReference): boolean => appId.toLowerCase() === giftCardsApp

/**
 * What the catalogue sells, and the shop's gift card. Where a product of the catalogue has the gift card's id it is the card's page, from
 * which it takes name, pictures, design and tax group; what it costs and is worth, the gift card product says.
 */
export const withGiftCards =
  (
    { find, sellables }: Pick<Facts, 'find' | 'sellables'>,
    readSettings: (db: Db, site: string) => Promise<Sections>,
    now: () => Date,
  ): FindSellables =>
  async (db, site, references) => {
    if (!references.some(isGiftCard)) return sellables(db, site, references)
    const { giftCards, commerce } = await readSettings(db, site)
    const product = giftCards?.product
    const known = product && (await find(db, site, [product.id])).get(product.id)
    const page = (options: unknown): CatalogReference => {
      const chosen = (options as { options?: Record<string, string> } | undefined)?.options
      const all = known?.facts.options.every(({ name, choices }) => choices.some((choice) => choice.name === chosen?.[name]))
      const first = known?.facts.variants.find(({ visible }) => visible)?.id
      return { appId: storesApp, catalogItemId: product?.id ?? '', options: all ? { options: chosen ?? {} } : { variantId: first } }
    }
    const found = await sellables(
      db,
      site,
      references.map((reference) => (isGiftCard(reference) ? page(reference.options) : reference)),
    )
    return references.map((reference, i): Sellable | undefined => {
      const base = found[i]
      if (!isGiftCard(reference)) return base
      const wanted = product?.id === reference.catalogItemId.toLowerCase() ? readGift(reference.options) : undefined
      const card = product && wanted && giftCardOf(product, wanted, commerce.currency, now())
      if (!card) return undefined
      const { price, image, ...giftCard } = card
      const picture = base?.image ?? image
      return {
        productId: product.id,
        stock: base?.stock,
        sku: base?.sku ?? '',
        name: base?.name ?? product.name,
        ...(base?.slug !== undefined && { slug: base.slug }),
        price,
        fullPrice: price,
        ...(picture && { image: picture }),
        descriptionLines: [...(base?.descriptionLines ?? []), ...describeGift(card.gifting, commerce)],
        shippable: false,
        itemType: 'GIFT_CARD',
        taxGroupId: base?.taxGroupId ?? untaxed,
        ...(base?.catalog && { catalog: base.catalog }),
        available: base?.available ?? null,
        state: base?.state ?? '',
        giftCard,
      }
    })
  }
