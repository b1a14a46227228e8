import * as z from 'zod'
import { CatalogReferenceInput, Quantity } from './inputs.ts'
import { CatalogReference } from './items.ts'
import { operation, operations } from './operation.ts'
import { CurrencyCode, Decimal, Guid, Instant, text } from './primitives.ts'

/**
 * What a list is for.
 *
 * - `DEFAULT`: the one that everybody has, where the heart icon puts items. It cannot be deleted.
 * - `NAMED`: made and named by its owner.
 * - `SAVED_FOR_LATER`: items taken out of the cart to be bought another time.
 */
export const WishlistKind = z.enum(['DEFAULT', 'NAMED', 'SAVED_FOR_LATER'])
export type WishlistKind = z.infer<typeof WishlistKind>

/**
 * Whether something on a list can be bought.
 *
 * - `AVAILABLE`: it can go into the cart as it is.
 * - `CHOICE_NEEDED`: its options or its custom text have to be chosen on the product's page first.
 * - `SOLD_OUT`: it is visible, but none can be sold now.
 * - `GONE`: the product, or the variant, is hidden or deleted.
 */
export const WishlistAvailability = z.enum(['AVAILABLE', 'CHOICE_NEEDED', 'SOLD_OUT', 'GONE'])
export type WishlistAvailability = z.infer<typeof WishlistAvailability>

/** What somebody gives of an item, as the list's owner sees it once the day has come. */
export const WishlistGift = z.object({
  quantity: z.int(),
  givenDate: Instant,
  /** The giver's public name; absent for visitors, and for members without one. */
  giverName: z.string().optional(),
})
export interface WishlistGift extends z.infer<typeof WishlistGift> {}

/** An item on a list, with its current state in the catalogue. */
export const WishlistEntry = z.object({
  id: Guid,
  wishlistId: Guid,
  catalogReference: CatalogReference,
  productId: Guid,
  quantity: z.int(),
  note: z.string().optional(),
  addedDate: Instant,
  availability: WishlistAvailability,
  /** For what is gone, its name when it was added. */
  name: z.string(),
  /** Such as `Sage, large`. */
  choices: z.string().optional(),
  slug: z.string().optional(),
  /** The id of a picture, as in `/media/{id}`. */
  imageId: z.string().optional(),
  /** Of one unit now; the lowest of its variants where none is chosen. Absent for what is gone. */
  price: Decimal.optional(),
  /** Whether variants of it cost more than `price`. */
  priceIsFrom: z.boolean().optional(),
  /** Of one unit when it was put on the list; absent where the shop sold in another currency then. */
  addedPrice: Decimal.optional(),
  /** What others give of it: for its owner alone, and not before the day that the list had set when they promised it. */
  gifts: z.array(WishlistGift).optional(),
})
export interface WishlistEntry extends z.infer<typeof WishlistEntry> {}

/** A day as a date: `2026-12-24`. */
const GiftsDay = z.iso.date()

/** A list without its items. */
export const WishlistSummary = z.object({
  id: Guid,
  kind: WishlistKind,
  /** Empty for a list that its owner gave no name. */
  name: z.string(),
  /** A note of its owner to those who see it. */
  note: z.string().optional(),
  /** The day before which its owner is not told who gives what, in the shop's time zone. Absent: the owner is never told. */
  giftsHiddenUntil: GiftsDay.optional(),
  itemCount: z.int(),
  /** Pictures of its last items, two at most. */
  imageIds: z.array(z.string()),
  /** Whether there are links by which others see it. */
  shared: z.boolean(),
  /** Whether the requested item is on it. */
  holds: z.boolean().optional(),
  createdDate: Instant,
  updatedDate: Instant,
})
export interface WishlistSummary extends z.infer<typeof WishlistSummary> {}

/** A list with its items, newest first. */
export const WishlistWithItems = WishlistSummary.extend({ items: z.array(WishlistEntry), currency: CurrencyCode })
export interface WishlistWithItems extends z.infer<typeof WishlistWithItems> {}

/** How many of an item are given, without the givers. */
export const WishlistGiven = z.object({
  given: z.int(),
  givenByMe: z.int(),
  /** How many more are wanted. */
  left: z.int(),
  /** When the last of them was promised; absent where none is. */
  lastDate: Instant.optional(),
})
export interface WishlistGiven extends z.infer<typeof WishlistGiven> {}

/** An item as seen through a link to its list. `given` is absent where the caller owns the list. */
export const SharedWishlistItem = WishlistEntry.omit({ wishlistId: true, addedPrice: true, gifts: true }).extend({
  given: WishlistGiven.optional(),
})
export interface SharedWishlistItem extends z.infer<typeof SharedWishlistItem> {}

/** A list as seen through a link to it: of its owner only the public name. */
export const SharedWishlist = z.object({
  name: z.string(),
  note: z.string().optional(),
  /** Such as `Hanna K.`; absent for owners without one. */
  ownerName: z.string().optional(),
  /** Whether the caller owns it. */
  mine: z.boolean(),
  /** The day before which its owner is not told who gives what. Absent: the owner is never told. */
  giftsHiddenUntil: GiftsDay.optional(),
  items: z.array(SharedWishlistItem),
  currency: CurrencyCode,
})
export interface SharedWishlist extends z.infer<typeof SharedWishlist> {}

/** An item that stays on its list, because it could not go into the cart. */
export const WishlistItemLeft = z.object({ itemId: Guid, name: z.string(), availability: WishlistAvailability })
export interface WishlistItemLeft extends z.infer<typeof WishlistItemLeft> {}

const Name = text(60, 1)
const Note = text(500)
const ItemNote = text(200)
const OneList = z.object({ wishlist: WishlistSummary })
const OneItem = z.object({ item: WishlistEntry })
const WithId = z.object({ id: Guid })
const WithItemId = z.object({ itemId: Guid })
const Token = z.object({ token: text(64, 1) })

export const ownWishlists = operations({
  /**
   * The default list first, then the others, oldest first: 22 at most. With `productId`, and `variantId` where one is chosen, each says
   * whether it `holds` that item.
   */
  'GET /vitrine/v1/wishlists/mine': operation({
    as: 'visitor',
    personal: 'wishlists',
    summary: "List the caller's wish lists",
    input: z.object({ productId: Guid.nullish(), variantId: Guid.nullish() }),
    ok: z.object({ wishlists: z.array(WishlistSummary) }),
    errors: [],
  }),

  /** For heart icons: which products are on any list but the saved-for-later one, and how many items there are in all. */
  'GET /vitrine/v1/wishlists/saved-products': operation({
    as: 'visitor',
    summary: 'List the products on the wish lists of the caller',
    input: z.object({}),
    ok: z.object({ productIds: z.array(Guid), itemCount: z.int() }),
    errors: [],
  }),

  'POST /vitrine/v1/wishlists/mine': operation({
    as: 'visitor',
    summary: 'Make a wish list',
    input: z.object({ name: Name, note: Note.nullish(), giftsHiddenUntil: GiftsDay.nullish() }),
    ok: OneList,
    errors: ['WISHLISTS_LIMIT_EXCEEDED'],
  }),

  'GET /vitrine/v1/wishlists/mine/{id}': operation({
    as: 'visitor',
    personal: '*',
    summary: 'Read a wish list with its items',
    input: WithId,
    ok: z.object({ wishlist: WishlistWithItems }),
    errors: ['WISHLIST_NOT_FOUND'],
  }),

  /**
   * Absent fields stay unchanged; a null or empty note is removed, and a null day. `giftsHiddenUntil` is a future day: `2026-12-24`. Moving
   * it earlier does not reveal what was promised until now.
   */
  'PATCH /vitrine/v1/wishlists/mine/{id}': operation({
    as: 'visitor',
    summary: 'Rename a wish list, or change what it says',
    input: WithId.extend({ name: Name.optional(), note: Note.nullish(), giftsHiddenUntil: GiftsDay.nullish() }),
    ok: OneList,
    errors: ['WISHLIST_NOT_FOUND'],
  }),

  /** With its items and its links. */
  'DELETE /vitrine/v1/wishlists/mine/{id}': operation({
    as: 'visitor',
    summary: 'Delete a wish list',
    input: WithId,
    ok: z.object({}),
    errors: ['WISHLIST_NOT_FOUND', 'WISHLIST_IS_DEFAULT'],
  }),

  /**
   * On the default list where no other is named. What is on the list already stays as it is, and is returned.
   * `{ catalogReference: { appId, catalogItemId: product.id, options: { variantId } }, quantity: 2 }`
   */
  'POST /vitrine/v1/wishlists/items': operation({
    as: 'visitor',
    summary: 'Put an item on a wish list',
    input: z.object({
      wishlistId: Guid.nullish(),
      catalogReference: CatalogReferenceInput,
      quantity: Quantity.nullish(),
      note: ItemNote.nullish(),
    }),
    ok: OneItem,
    errors: ['WISHLIST_NOT_FOUND', 'WISHLIST_ITEMS_LIMIT_EXCEEDED', 'ITEM_NOT_FOUND_IN_CATALOG'],
  }),

  /**
   * Puts an item on those of the caller's lists that are named, and removes it from the others: all or nothing. The saved-for-later list is
   * not affected.
   */
  'POST /vitrine/v1/wishlists/items/set-lists': operation({
    as: 'visitor',
    summary: 'Choose on which wish lists an item is',
    input: z.object({ catalogReference: CatalogReferenceInput, wishlistIds: z.array(Guid).max(22) }),
    ok: z.object({ wishlists: z.array(WishlistSummary) }),
    errors: ['WISHLIST_NOT_FOUND', 'WISHLIST_ITEMS_LIMIT_EXCEEDED', 'ITEM_NOT_FOUND_IN_CATALOG'],
  }),

  /** Removes all of its variants from all lists but the saved-for-later one, as the heart icon does. */
  'DELETE /vitrine/v1/wishlists/saved-products/{productId}': operation({
    as: 'visitor',
    summary: 'Take a product off all wish lists',
    input: z.object({ productId: Guid }),
    ok: z.object({ removed: z.int() }),
    errors: [],
  }),

  'PATCH /vitrine/v1/wishlists/items/{itemId}': operation({
    as: 'visitor',
    summary: 'Change how many of an item, or its note',
    input: WithItemId.extend({ quantity: Quantity.optional(), note: ItemNote.nullish() }),
    ok: OneItem,
    errors: ['WISHLIST_ITEM_NOT_FOUND'],
  }),

  'DELETE /vitrine/v1/wishlists/items/{itemId}': operation({
    as: 'visitor',
    summary: 'Take an item off its wish list',
    input: WithItemId,
    ok: z.object({}),
    errors: ['WISHLIST_ITEM_NOT_FOUND'],
  }),

  /** What is on the other list already is only removed from this one. */
  'POST /vitrine/v1/wishlists/items/{itemId}/move': operation({
    as: 'visitor',
    summary: 'Move an item to another wish list',
    input: WithItemId.extend({ wishlistId: Guid }),
    ok: OneItem,
    errors: ['WISHLIST_ITEM_NOT_FOUND', 'WISHLIST_NOT_FOUND', 'WISHLIST_ITEMS_LIMIT_EXCEEDED'],
  }),

  /**
   * Creates a link by which others see the list. Only its digest is stored: whoever loses it creates another one, and the newest ten keep
   * working. The page is `/wishlist/{token}` of the shop.
   */
  'POST /vitrine/v1/wishlists/mine/{id}/share': operation({
    as: 'member',
    confidential: true,
    summary: 'Make a link to a wish list',
    input: WithId,
    ok: Token,
    errors: ['WISHLIST_NOT_FOUND'],
  }),

  'DELETE /vitrine/v1/wishlists/mine/{id}/share': operation({
    as: 'member',
    summary: 'End all links to a wish list',
    input: WithId,
    ok: z.object({}),
    errors: ['WISHLIST_NOT_FOUND'],
  }),

  'POST /vitrine/v1/wishlists/shared/read': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'See a wish list by its link',
    input: Token,
    ok: z.object({ wishlist: SharedWishlist }),
    errors: ['WISHLIST_NOT_FOUND'],
    reads: true,
  }),

  /**
   * Promises units of an item as a gift from the caller, one by default. Others who have the link see that it is given, but not by whom. It
   * buys and reserves nothing. Of two concurrent calls for the last one, one is refused. `{ token, itemId, quantity: 2 }`
   */
  'POST /vitrine/v1/wishlists/shared/give': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Give something from a wish list',
    input: Token.extend({ itemId: Guid, quantity: Quantity.nullish() }),
    ok: z.object({ given: WishlistGiven }),
    errors: ['WISHLIST_NOT_FOUND', 'WISHLIST_ITEM_NOT_FOUND', 'WISHLIST_IS_YOURS', 'WISHLIST_ITEM_GIVEN'],
  }),

  /** Withdraws all that the caller gives of an item; what others give stays. */
  'POST /vitrine/v1/wishlists/shared/take-back': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Rather not give something from a wish list',
    input: Token.extend({ itemId: Guid }),
    ok: z.object({ given: WishlistGiven }),
    errors: ['WISHLIST_NOT_FOUND', 'WISHLIST_ITEM_NOT_FOUND', 'WISHLIST_GIFT_NOT_FOUND'],
  }),

  /** These items, or all that can be bought. What cannot go into the cart stays on the list, and is returned. */
  'POST /vitrine/v1/wishlists/mine/{id}/move-to-cart': operation({
    as: 'visitor',
    summary: 'Move items of a wish list to the cart',
    input: WithId.extend({ itemIds: z.array(Guid).min(1).max(100).nullish() }),
    ok: z.object({ movedCount: z.int(), left: z.array(WishlistItemLeft) }),
    errors: ['WISHLIST_NOT_FOUND'],
  }),

  /** With its options, custom text and quantity. A line that is in no catalogue, or has a price of its own, stays. */
  'POST /vitrine/v1/wishlists/save-for-later': operation({
    as: 'visitor',
    summary: 'Take a line out of the cart and save it for later',
    input: z.object({ lineItemId: Guid }),
    ok: OneItem,
    errors: [
      'OWNED_CART_NOT_FOUND',
      'LINE_ITEM_NOT_FOUND',
      'LINE_ITEM_NOT_SAVEABLE',
      'ITEM_NOT_FOUND_IN_CATALOG',
      'WISHLIST_ITEMS_LIMIT_EXCEEDED',
    ],
  }),
})
