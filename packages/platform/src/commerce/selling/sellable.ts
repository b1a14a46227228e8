import type { CatalogReference, DescriptionLine, FileType, Image, ItemTypePreset, ServiceProperties } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { GiftCardEnd } from '../../kernel/settings/gift-card-settings.ts'
import type { PaymentTerms, Plan } from './plans.ts'

/** Whom a gift card is for. */
export interface Gifting {
  readonly recipient: { readonly email: string; readonly name?: string }
  /** The buyer's name where it is not given. */
  readonly sender?: string
  readonly message?: string
  /** When it is mailed; absent for at once. */
  readonly at?: string
}

/** What a gift card is sold with. */
export interface GiftCardTerms {
  /** What is on it, in minor units: its price may be another. */
  readonly value: Minor
  readonly ends?: GiftCardEnd
  readonly gifting?: Gifting
}

/** One thing that can be bought, as the catalogue has it now. */
export interface Sellable {
  readonly productId: string
  /** Where its units are counted; undefined for what is in no catalogue. */
  readonly stock: { readonly productId: string; readonly variantId: string } | undefined
  readonly sku: string
  readonly name: string
  /** Its page; absent for what is in no catalogue. */
  readonly slug?: string
  /** One unit, as sold now, in minor units of the shop's currency. */
  readonly price: Minor
  /** One unit before the catalogue's discount; equals `price` where there is none. */
  readonly fullPrice: Minor
  readonly image?: Image
  readonly descriptionLines: readonly DescriptionLine[]
  /** In the shop's unit of weight. */
  readonly weight?: number
  readonly shippable: boolean
  readonly itemType: ItemTypePreset
  /** What it is, where our words for it do not do. */
  readonly otherType?: string
  /** When a service takes place, and for how many. */
  readonly service?: ServiceProperties
  /** What stands for the price: `From €40`. */
  readonly priceDescription?: string
  readonly taxGroupId?: string
  /** Where discounts find it; absent for what is in no catalogue. */
  readonly catalog?: { readonly appId: string; readonly collectionIds: readonly string[] }
  /** Absent where all of it is paid with the order. */
  readonly payment?: PaymentTerms
  /** Set for what is bought again and again. */
  readonly plan?: Plan
  /** The file that its buyer may fetch. */
  readonly fileId?: string
  /** What that file is. */
  readonly file?: { readonly name: string; readonly type: FileType }
  /** Set for the shop's own gift card. */
  readonly giftCard?: GiftCardTerms
  /** Set for what may be preordered: how many units are in stock, and the message and date for the others. */
  readonly preorder?: { readonly inStock: number; readonly message?: string; readonly expectedDate?: string }
  /** Set for what another app sells: its page there, if it has one. */
  readonly elsewhere?: { readonly url?: { readonly relativePath?: string; readonly url?: string } }
  /** Units left; null where they are not counted. */
  readonly available: number | null
  /** Which state of the product this is: what was made from it holds while this stays. Empty for what is in no catalogue. */
  readonly state: string
}

/** A thing, and how many of it are wanted: what another app sells may cost less by the dozen. */
export interface WantedReference extends CatalogReference {
  readonly quantity?: number
}

/** What the catalogue says of each reference, in their order; undefined where there is nothing to be had under it. */
export type FindSellables = (db: Db, site: string, references: readonly WantedReference[]) => Promise<readonly (Sellable | undefined)[]>
