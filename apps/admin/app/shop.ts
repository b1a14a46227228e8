import type { Shop } from '@vitrine/contract'
import { useRouteLoaderData } from 'react-router'
import { client } from './client.ts'

export type ShopFacts = Shop

let known: Promise<ShopFacts> | undefined
let timeZone = 'UTC'

/** What is true of the shop as a whole; read once for each visit, and again after somebody here changed it. */
export function readShop(): Promise<ShopFacts> {
  known ??= client.shop.getShop().then(({ shop }) => {
    timeZone = shop.timeZone
    return shop
  })
  known.catch(() => (known = undefined))
  return known
}

/** What is known of the shop is no longer so: it is read with whatever is read next. */
export function shopChanged(): void {
  known = undefined
}

export const isShopKnown = (): boolean => known !== undefined

/** Where the shop's days begin, for what is no component; the shop is read before every page. */
export const shopTimeZone = (): string => timeZone

/** The shop, wherever the page is. */
export const useShop = (): ShopFacts => useRouteLoaderData('root') as ShopFacts
