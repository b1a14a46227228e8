/** An old address: a path of the shop, which may end with `*`. */
export const isOldAddress = (text: string): boolean => /^\/[^\s?#\\]*$/.test(text)

/** Where a redirect may lead: a path of the shop, or a web address. */
export const isTarget = (text: string): boolean => /^(?:\/(?![/\\])|https?:\/\/)[^\s\\"<>]*$/i.test(text)
