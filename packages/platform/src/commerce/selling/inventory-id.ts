/**
 * The published platform's way from a product to its inventory item, and back: every bit the other way round.
 *
 * @example
 * inventoryIdOf('11111111-1111-4111-8111-111111111111') // 'eeeeeeee-eeee-beee-7eee-eeeeeeeeeeee'
 */
export const inventoryIdOf = (productId: string): string =>
  productId.replace(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))
