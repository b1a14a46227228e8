import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { CatalogReferenceInput } from './inputs.ts'
import { CatalogReference } from './items.ts'
import { operation, operations } from './operation.ts'
import { Tags, TagsInput } from './orders.ts'
import { AnyObject, Guid, Instant, text, whole } from './primitives.ts'

export const WishlistItem = z.object({ catalogReference: CatalogReference, addedDate: Instant })
export interface WishlistItem extends z.infer<typeof WishlistItem> {}

/** The wish list that everybody has one of: it is created with its first item. Until then it has no id, and no items. */
export const Wishlist = z.object({
  id: Guid.optional(),
  /** Absent for the list of a visitor, which becomes the member's at sign-in. */
  memberId: Guid.optional(),
  /** Oldest first, a hundred at most. */
  items: z.array(WishlistItem),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  tags: Tags,
})
export interface Wishlist extends z.infer<typeof Wishlist> {}

/** A wish list as the older call returns it. */
export const WishlistData = z.object({
  id: Guid,
  /** The member, or the visitor, whose list it is. */
  ownerId: z.string(),
  items: z.array(
    z.object({
      /** A product id. */
      id: z.string(),
      dateAdded: Instant,
      /** Always `PRODUCT`. */
      type: z.string(),
      /** The app of its catalogue. */
      origin: z.string(),
    }),
  ),
  totalCount: z.int(),
})
export interface WishlistData extends z.infer<typeof WishlistData> {}

const Change = z.object({ catalogReference: CatalogReferenceInput, returnEntity: z.boolean().nullish() })
const Changed = z.object({ wishlist: Wishlist.optional() })
const TagChange = { assignTags: TagsInput.nullish(), unassignTags: TagsInput.nullish() }

export const wishlists = operations({
  /** With `appId` only items of that app's catalogue. */
  'GET /ecom/v1/wishlists/get-default': operation({
    as: 'visitor',
    summary: "Read the caller's default wish list",
    input: z.object({ appId: Guid.nullish() }),
    ok: z.object({ wishlist: Wishlist }),
    errors: [],
    aliases: ['/_api/wishlist/v1/wishlists/get-default'],
  }),

  /** What is on the list already stays as it is. `options` may name a variant, and the buyer's texts for a product's fields. */
  'POST /ecom/v1/wishlists/add-item': operation({
    as: 'visitor',
    summary: "Put an item on the caller's default wish list",
    input: Change,
    ok: Changed,
    errors: ['WISHLIST_ITEMS_LIMIT_EXCEEDED', 'ITEM_NOT_FOUND_IN_CATALOG'],
    aliases: ['/_api/wishlist/v1/wishlists/add-item'],
  }),

  /** An item that is not on the list is not an error. */
  'POST /ecom/v1/wishlists/remove-item': operation({
    as: 'visitor',
    summary: "Take an item off the caller's default wish list",
    input: Change,
    ok: Changed,
    errors: [],
    aliases: ['/_api/wishlist/v1/wishlists/remove-item'],
  }),

  /** What is both assigned and removed is removed. */
  'POST /v1/bulk/wishlists/update-tags': operation({
    as: 'user',
    summary: 'Tag several wish lists',
    input: z.object({ wishlistIds: z.array(Guid).min(1).max(100), ...TagChange }),
    ok: z.object({ results: z.array(z.object({ itemMetadata: ItemMetadata })), bulkActionMetadata: BulkActionMetadata }),
    errors: ['EMPTY_ASSIGN_AND_UNASSIGN_LISTS'],
    aliases: ['/_api/wishlist/v1/bulk/wishlists/update-tags'],
  }),

  /** It is done when this returns. Lists can be found by `id`, `memberId`, `createdDate`, `updatedDate` and their tags. */
  'POST /v1/bulk/wishlists/update-tags-by-filter': operation({
    as: 'user',
    summary: 'Tag the wish lists that a filter finds',
    input: z.object({ filter: AnyObject.nullable(), ...TagChange }),
    ok: z.object({ jobId: Guid }),
    errors: ['EMPTY_ASSIGN_AND_UNASSIGN_LISTS'],
    aliases: ['/_api/wishlist/v1/bulk/wishlists/update-tags-by-filter'],
  }),

  'POST /stores/v1/wishlists/get': operation({
    as: 'user',
    summary: 'Read a wish list by its id',
    input: z.object({
      id: Guid,
      limit: whole(1, 100).nullish(),
      offset: whole(0, 100).nullish(),
      /** Only items of these kinds; all where none is named. */
      kind: z
        .array(z.object({ type: text(100).nullish(), origin: text(100).nullish() }))
        .max(100)
        .nullish(),
    }),
    ok: z.object({ wishlist: WishlistData }),
    errors: ['WISHLIST_NOT_FOUND'],
    reads: true,
    aliases: ['/_api/wishlist-server/v1/wishlists/get'],
  }),
})
