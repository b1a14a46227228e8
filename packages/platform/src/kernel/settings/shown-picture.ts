import type { Picture } from '@vitrine/contract'
import type { ShopPicture } from './shop-settings.ts'

/** Pictures that settings name, as they are told of: with the address at which everybody finds them. */
export const shownAt =
  (publicUrl: string) =>
  ({ id, ...rest }: ShopPicture): Picture => ({ id, url: `${publicUrl}/media/${encodeURIComponent(id)}`, ...rest })
