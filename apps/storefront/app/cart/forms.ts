/** The only form of all cards of a page that put something into the bag, for pages without script. */
export const ADDS = 'adds'
