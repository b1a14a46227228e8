import { GiftCardProductInput, type giftCardProducts } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { listed, listing } from '../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection, saveSection } from '../../kernel/settings/change.ts'
import type { GiftCardProductSettings } from '../../kernel/settings/gift-card-settings.ts'
import { datesOf, firstState, nextState, staleOf } from '../../kernel/settings/revised.ts'
import { type Amounts, amounts } from '../selling/amounts.ts'
import { masked } from '../selling/mask.ts'
import { showProduct, writtenProduct } from './product.ts'

export interface GiftCardProductDeps {
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string; readonly locale: string }>
}

const products = (since: Date) =>
  listing<GiftCardProductSettings>(
    { id: 'id', name: 'text', createdDate: 'instant', updatedDate: 'instant' },
    ({ id, name, ...state }) => ({ id, name, ...datesOf(state, since) }),
  )

const cannotCreate = {
  NO_VARIANTS: refuse('CANNOT_CREATE_GIFT_CARD_PRODUCT_WITHOUT_VARIANTS'),
  PAST_EXPIRATION_DATE: refuse('CANNOT_CREATE_GIFT_CARD_PRODUCT_WITH_PAST_EXPIRATION_DATE'),
  INVALID_RANGE: refuse('CANNOT_CREATE_GIFT_CARD_PRODUCT_WITH_INVALID_CUSTOM_AMOUNTS_RANGE'),
} as const
const cannotUpdate = {
  NO_VARIANTS: refuse('CANNOT_UPDATE_GIFT_CARD_PRODUCT_TO_HAVE_NO_VARIANTS'),
  PAST_EXPIRATION_DATE: refuse('CANNOT_UPDATE_GIFT_CARD_PRODUCT_TO_HAVE_PAST_EXPIRATION_DATE'),
  INVALID_RANGE: refuse('CANNOT_UPDATE_GIFT_CARD_PRODUCT_WITH_INVALID_CUSTOM_AMOUNTS_RANGE'),
} as const

export function giftCardProductOperations({ commerce }: GiftCardProductDeps): Handlers<typeof giftCardProducts> {
  const moneyOf = async (db: Db, site: string): Promise<Amounts> => {
    const { currency, locale } = await commerce(db, site)
    return amounts(currency, locale)
  }

  async function find(db: Db, site: string, id: string) {
    const found = await readSection(db, site, 'giftCards')
    const product = found?.document.product
    return product?.id === id.toLowerCase() ? { product, since: found!.since } : undefined
  }

  return {
    async 'POST /gift-cards/v1/gift-card-products'({ giftCardProduct }, { db, site, now }) {
      const money = await moneyOf(db, site)
      const { document } = await lockSection(db, site, 'giftCards', {}, now)
      if (document.product) return refuse('GIFT_CARD_PRODUCT_ALREADY_EXISTS')
      const written = writtenProduct(undefined, giftCardProduct, money.currency, now)
      if (written instanceof Refusal) return written
      if (typeof written === 'string') return cannotCreate[written]
      const product = { ...written, id: newId(), ...firstState(now) }
      return saveSection(
        db,
        site,
        'giftCards',
        { document: { product }, answer: { giftCardProduct: showProduct(product, money, now) } },
        now,
      )
    },

    async 'GET /gift-cards/v1/gift-card-products/{giftCardProductId}'({ giftCardProductId }, { db, site }) {
      const found = await find(db, site, giftCardProductId)
      if (!found) return refuse('GIFT_CARD_PRODUCT_NOT_FOUND')
      return { giftCardProduct: showProduct(found.product, await moneyOf(db, site), found.since) }
    },

    async 'GET /gift-cards/v1/gift-card-products/query'({ query }, { db, site, now }) {
      const [found, money] = await Promise.all([readSection(db, site, 'giftCards'), moneyOf(db, site)])
      const page = await listed(db, found?.document.product ? [found.document.product] : [], query ?? {}, products(found?.since ?? now))
      if (page instanceof Refusal) return page
      return {
        giftCardProducts: page.rows.map((product) => showProduct(product, money, found?.since ?? now)),
        pagingMetadata: page.metadata,
      }
    },

    async 'PATCH /gift-cards/v1/gift-card-products/{giftCardProduct.id}'(input, { db, site, now }) {
      const { id, revision, ...sent } = input.giftCardProduct
      const choice = masked(GiftCardProductInput, sent, input.fieldMask)
      if (choice instanceof Refusal) return choice
      const money = await moneyOf(db, site)
      const { document, since } = await lockSection(db, site, 'giftCards', {}, now)
      const before = document.product
      if (before?.id !== id.toLowerCase()) return refuse('GIFT_CARD_PRODUCT_NOT_FOUND')
      const stale = staleOf(before, revision)
      if (stale) return stale
      const written = writtenProduct(before, choice, money.currency, now)
      if (written instanceof Refusal) return written
      if (typeof written === 'string') return cannotUpdate[written]
      const product = { ...written, id: before.id, ...nextState(before, now) }
      return saveSection(
        db,
        site,
        'giftCards',
        { document: { product }, answer: { giftCardProduct: showProduct(product, money, since) } },
        now,
      )
    },

    async 'DELETE /gift-cards/v1/gift-card-products/{giftCardProductId}'({ giftCardProductId }, { db, site, now }) {
      const { document } = await lockSection(db, site, 'giftCards', {}, now)
      if (document.product?.id !== giftCardProductId.toLowerCase()) return refuse('GIFT_CARD_PRODUCT_NOT_FOUND')
      return saveSection(db, site, 'giftCards', { document: {}, answer: {} }, now)
    },
  }
}
