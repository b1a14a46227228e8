const ownHost = /^https?:\/\/[^/]+(?=\/media\/[^/?#]+$)/

/**
 * A file of the shop at an address without a host: pages load files of their own origin alone, and a shop may be opened by another
 * host than the one that its documents name, as by an IP address.
 */
export const ownFile = (url: string): string => url.replace(ownHost, '')
