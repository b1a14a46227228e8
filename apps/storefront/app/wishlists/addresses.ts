/** Where wish lists are, and what their scripts ask; beside the first load of pages. */
export const wishlistAt = {
  page: '/wishlist',
  hearts: '/wishlists/hearts',
  lists: '/wishlists/lists',
} as const

/** The only form of all hearts of a page, for pages without script. */
export const HEARTS = 'hearts'
