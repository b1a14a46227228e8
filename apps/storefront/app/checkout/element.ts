/** What the provider's form on the page confirms a payment with, and the address to return to. */
export interface Confirmation {
  clientSecret: string
  returnUrl: string
}

const header = 'x-vitrine-pays-by'

/** Tells the server that the page shows the form of a payment provider, so that it may load its script. */
export const paysByElement = { [header]: 'stripe' } as const

/** The same header, taken from one of the loaders of the page. */
export const paysBy = (headers: Headers): Readonly<Record<string, string>> => (headers.has(header) ? paysByElement : {})
