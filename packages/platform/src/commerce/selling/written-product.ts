import type { Product } from '@vitrine/contract'

/**
 * What a product's document says, without what depends on stock and on the shop's address: both are marks in it (catalogue/marks.ts), which no
 * text of somebody's can hold.
 */
export const readDocument = (document: string): Product =>
  JSON.parse(document.replace(/\ufdd1[^\ufdd2]*\ufdd2/g, 'null').replaceAll('\ufdd0', '')) as Product
