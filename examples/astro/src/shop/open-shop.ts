import * as published from './published'
import type { Shop, TokenJar } from './shop'
import * as vitrine from './vitrine'

/** `SHOP_SDK=published` takes `@wix/sdk` in place of `@vitrine/client`. */
export const openShop = (jar: TokenJar): Promise<Shop> =>
  process.env['SHOP_SDK'] === 'published' ? published.openShop(jar) : vitrine.openShop(jar)
