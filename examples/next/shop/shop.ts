export interface Product {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly price: string
  readonly description: string
  readonly picture: string | undefined
  /** What is put into the cart: a variant where there is a choice. */
  readonly variantId: string | undefined
}

export interface Cart {
  readonly lines: readonly { readonly id: string; readonly name: string; readonly quantity: number; readonly price: string }[]
  readonly subtotal: string
}

export interface Shop {
  products(): Promise<readonly Product[]>
  product(slug: string): Promise<Product | undefined>
  /** Undefined before anything was added. */
  cart(): Promise<Cart | undefined>
  add(productId: string, variantId: string | undefined): Promise<void>
  /** Where the visitor pays: the shop's own checkout. */
  checkoutUrl(): Promise<string>
}

/** Where a visitor's tokens are stored: JSON in a cookie. */
export interface TokenJar {
  get(): string | undefined
  set(tokens: string): void
}

export const baseUrl = process.env['SHOP_URL'] ?? 'http://localhost:3000'
export const clientId = process.env['SHOP_CLIENT_ID'] ?? ''
/** The app of the catalogue. */
export const catalogue = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
