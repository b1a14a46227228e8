import * as z from 'zod'
import { CatalogReference } from '../items.ts'
import { Algorithm } from '../recommendations.ts'
import type { RefusalKinds } from './facts.ts'
import { data } from './facts.ts'

export const catalogueRefusals = {
  PRODUCT_JOB_NOT_FOUND: { status: 404, description: 'No such change of many products.' },
  PRODUCT_JOB_NOT_UNDONE: { status: 409, description: 'It is too late to undo this.' },
  PRODUCT_LABEL_TAKEN: { status: 409, description: 'Other products have this name already: merge the two.' },
  PRODUCT_LABEL_BUSY: { status: 409, description: 'Another change of this brand or ribbon is still under way.' },
  MEMBER_JOB_NOT_FOUND: { status: 404, description: 'No such bulk action.' },
  MEMBER_JOB_NOT_UNDONE: { status: 409, description: 'It is too late to undo this.' },

  PRODUCT_IMPORT_NOT_FOUND: { status: 404, description: 'No such import.' },
  PRODUCT_IMPORT_STATE: { status: 409, description: 'The import is at something else.', ...data({ state: z.string() }) },
  PRODUCT_SLUG_TAKEN: { status: 409, description: 'Another product has this slug.' },
  COLLECTION_SLUG_TAKEN: { status: 409, description: 'Another collection has this slug.' },
  CATEGORY_NOT_FOUND: { status: 404, description: 'No such category.' },
  CUSTOMIZATION_NOT_FOUND: { status: 404, description: 'No product has such an option.' },
  BRAND_NOT_FOUND: { status: 404, description: 'No product has such a brand.' },
  INFO_SECTION_NOT_FOUND: { status: 404, description: 'No product has such an info section.' },
  RIBBON_NOT_FOUND: { status: 404, description: 'No product has such a ribbon.' },
  NO_PERMISSION_TO_READ_MERCHANT_DATA: { status: 403, description: 'Costs and profits are read with the right to read products.' },
  NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_PRODUCTS: {
    status: 403,
    description: 'Products that are not visible are counted with the right to read products.',
  },
  NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_CATEGORIES: {
    status: 403,
    description: 'Categories that are not visible are read with the right to read products.',
  },
  STORE_VARIANT_NOT_FOUND: { status: 404, description: 'No such variant.' },
  REVIEW_NOT_FOUND: { status: 404, description: 'No such review, or it does not show.' },
  REVIEW_ENTITY_NOT_FOUND: { status: 404, description: 'There is nothing of this id to review.' },
  REVIEW_EXISTS: {
    status: 409,
    description: 'There is a review of this by the same author already: change that one.',
    ...data({ reviewId: z.string() }),
  },
  REVIEW_NOT_ALLOWED: {
    status: 403,
    description: 'In this shop only members write reviews, or only those who have bought the thing.',
    ...data({ writers: z.string() }),
  },
  REVIEW_MEDIA_NOT_FOUND: { status: 404, description: 'No such picture or film of this author.', ...data({ id: z.string() }) },
  REVIEW_LINK_EXPIRED: { status: 410, description: 'This link is over.' },
  REVIEW_REPORT_OWN: { status: 409, description: 'Nobody reports their own review.' },
  REVIEW_VOTE_OWN: { status: 409, description: 'Nobody votes for their own review.' },
  REVIEW_JOB_NOT_FOUND: { status: 404, description: 'No such bulk action.' },
  REVIEW_JOB_NOT_UNDONE: { status: 409, description: 'This cannot be undone, or it is too late to.' },
  QUESTION_NOT_FOUND: { status: 404, description: 'No such question, or it does not show.' },
  QUESTION_EXISTS: {
    status: 409,
    description: 'The same member has asked the same about this product.',
    ...data({ questionId: z.string() }),
  },
  QUESTION_ANSWERED: { status: 409, description: 'It is answered: only the shop takes it away.' },
  TOO_MANY_QUESTIONS: {
    status: 409,
    description: 'As many questions of this member wait for an answer as one member may have.',
    ...data({ limit: z.int() }),
  },
  ANSWER_NOT_FOUND: { status: 404, description: 'No such answer, or it does not show.' },
  ANSWER_EXISTS: {
    status: 409,
    description: 'The same member has answered this question.',
    ...data({ answerId: z.string() }),
  },
  ANSWER_NOT_ALLOWED: { status: 403, description: 'Only the shop and members who have bought the product answer.' },
  ANSWER_VOTE_OWN: { status: 409, description: 'Nobody votes for their own answer.' },
  TOO_MANY_TO_COUNT: { status: 400, description: 'There are more than anybody counts.', ...data({ limit: z.int() }) },
  WISHLIST_NOT_FOUND: { status: 404, description: 'No such wish list.' },
  WISHLIST_ITEM_NOT_FOUND: { status: 404, description: 'No such item on a wish list.' },
  WISHLIST_ITEMS_LIMIT_EXCEEDED: { status: 409, description: 'A wish list holds 100 items at the most.', ...data({ limit: z.int() }) },
  WISHLISTS_LIMIT_EXCEEDED: {
    status: 409,
    description: 'There are as many wish lists as one person may have.',
    ...data({ limit: z.int() }),
  },
  WISHLIST_IS_DEFAULT: { status: 409, description: 'The default wish list stays; items can be taken off it.' },
  WISHLIST_IS_YOURS: { status: 409, description: 'Whoever made a wish list gives nothing from it.' },
  WISHLIST_ITEM_GIVEN: { status: 409, description: 'Fewer of this item are left to give.', ...data({ left: z.int() }) },
  WISHLIST_GIFT_NOT_FOUND: { status: 404, description: 'The caller does not give this.' },
  LINE_ITEM_NOT_SAVEABLE: {
    status: 409,
    description: 'This line is of no catalogue, or has a price of its own: it cannot be put on a list.',
  },
  EMPTY_ASSIGN_AND_UNASSIGN_LISTS: { status: 400, description: 'Tags to assign or to take away are needed.' },
  BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND: { status: 404, description: 'No such request for an email.' },
  PRICE_ALERT_EXISTS: { status: 409, description: 'This address watches the price of this item already.' },
  BACK_IN_STOCK_NOTIFICATION_REQUEST_ALREADY_EXISTS: { status: 409, description: 'This address waits for this item already.' },
  REQUEST_COLLECTION_DISABLED: { status: 409, description: 'The shop collects no requests for items of this catalogue.' },
  INVALID_CATALOG_REFERENCE_OPTIONS: {
    status: 400,
    description: 'There is no such item, or its options name none of its variants.',
  },
  INVALID_ITEM_IMAGE_URL: { status: 400, description: 'The picture is no file of the shop.' },
  REQUEST_CONTAINS_BOTH_CATALOG_REFERENCE_AND_REQUEST_IDS: {
    status: 400,
    description: 'An item or requests are named, and not both.',
  },
  NOT_SUPPORTED_APP_DEF_ID: { status: 400, description: 'This app has no catalogue whose stock the shop knows.' },
  BACK_IN_STOCK_LINK_EXPIRED: { status: 410, description: 'This link is over.' },
  WAITING_ITEM_OUT_OF_STOCK: { status: 409, description: 'Nothing of this variant can be sold now, so nobody is told.' },
  ALGORITHM_NOT_SUPPORTED: {
    status: 400,
    description: 'The app has no such algorithm.',
    ...data({ unsupportedAlgorithms: z.array(Algorithm) }),
  },
  ITEM_APP_ID_NOT_SUPPORTED: {
    status: 400,
    description: 'None of the algorithms knows the catalogue of these items.',
    ...data({ items: z.array(CatalogReference), algorithms: z.array(Algorithm) }),
  },
  RECOMMENDATIONS_PROVIDER_NOT_FOUND: { status: 400, description: 'No app of this id recommends anything here.' },
  RECOMMENDATION_PICKS_CONFLICT: {
    status: 400,
    description: 'A product is pinned and excluded, or is to stand beside itself.',
    ...data({ productId: z.string() }),
  },
  PRODUCT_NOT_FOUND: { status: 404, description: 'No such product.' },
  INVENTORY_VARIANT_NOT_FOUND: {
    status: 404,
    description: 'The stock of this product is not tracked by such a variant.',
    ...data({ productId: z.string(), variantId: z.string() }),
  },
  STOCK_CHANGED: {
    status: 409,
    description:
      'Somebody sold or counted this meanwhile; nothing was changed. `quantity` is what it is now, absent where it is not tracked; at a location, where that was counted.',
    ...data({
      items: z.array(
        z.object({ productId: z.string(), variantId: z.string(), locationId: z.string().optional(), quantity: z.int().optional() }),
      ),
    }),
  },
  INSUFFICIENT_INVENTORY: {
    status: 409,
    description: 'There is less in stock than is to be taken; nothing was changed.',
    ...data({
      items: z.array(z.object({ productId: z.string(), variantId: z.string(), requested: z.int(), available: z.int() })),
    }),
  },
  INVENTORY_ITEM_NOT_FOUND: { status: 404, description: 'No such inventory item.' },
  CONVERSION_RATE_NOT_FOUND: {
    status: 404,
    description: 'The shop keeps no exchange rate between these currencies.',
    ...data({ from: z.string(), to: z.string() }),
  },
  LOCATION_NOT_FOUND: { status: 404, description: 'No such location.' },
  LOCATION_INACTIVE: { status: 409, description: 'This location is not active.' },
  LOCATION_NOT_EMPTY: {
    status: 409,
    description: 'This location holds stock, or a transfer is on its way from it or to it; move the stock first.',
    ...data({ variants: z.int(), transfers: z.int() }),
  },
  CANNOT_ARCHIVE_DEFAULT: { status: 409, description: 'The default location is not archived; make another the default first.' },
  CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION: { status: 409, description: 'This location was archived.' },
  DEFAULT_LOCATION: { status: 409, description: 'The default location stays; make another the default first.' },
  TOO_MANY_LOCATIONS: { status: 409, description: 'There are as many locations as there may be.', ...data({ limit: z.int() }) },
  TRANSFER_NOT_FOUND: { status: 404, description: 'No such transfer.' },
  TRANSFER_STATUS: {
    status: 409,
    description: 'A transfer in this status cannot do this.',
    ...data({ status: z.string() }),
  },
  TRANSFER_EMPTY: { status: 409, description: 'A transfer without lines cannot be sent.' },
  TRANSFER_LINE_NOT_FOUND: {
    status: 404,
    description: 'This variant is not part of the transfer.',
    ...data({ productId: z.string(), variantId: z.string() }),
  },
  SUBSCRIPTION_OPTION_NOT_FOUND: {
    status: 404,
    description: 'No such subscription option.',
    ...data({ subscriptionOptionId: z.string() }),
  },
  /** Published shops know a missing collection by the number 404 in place of the code; the code is in `data.code`. */
  COLLECTION_NOT_FOUND: { status: 404, description: 'No such collection.', numeric: true },
} as const satisfies RefusalKinds
