import type { Kernel } from '../kernel/kernel.ts'
import { previewing } from '../kernel/previews.ts'
import type { Seals } from '../kernel/seals.ts'
import type { LookDeps } from './look/operations.ts'
import { lookOperations } from './look/operations.ts'
import { findFiles } from './media/store.ts'
import { type ShopDeps, showingShop } from './settings/public-shop.ts'
import { usualHome } from './settings/usual-home.ts'

export interface LookFacts {
  readonly sealing: Seals
  readonly staffNames: LookDeps['staffNames']
  readonly catalogue: Omit<ShopDeps, 'publicUrl' | 'readSettings'>
}

/** More than one collection, so that a section of them is among those of a home page that nobody has laid out. */
const some = 2

/** How the shop looks, with pictures of its library. */
export function buildLook({ origin, readSettings }: Kernel, { sealing, staffNames, catalogue }: LookFacts) {
  return lookOperations({
    publicUrl: origin,
    readSettings,
    staffNames,
    previews: previewing(sealing, 'look-preview', 'previewId'),
    showShop: showingShop({ publicUrl: origin, readSettings, ...catalogue }),
    usualHome: (heroes) => usualHome(heroes, some),
    async findPictures(db, site, ids) {
      const files = ids.length === 0 ? [] : await findFiles(db, site, ids)
      return new Map(
        files.flatMap(({ id, private: isPrivate, trashed, width, height, altText, focal, placeholder }) =>
          isPrivate || trashed || width === null || height === null
            ? []
            : [[id, { alt: altText ?? '', width, height, focalPoint: focal, ...(placeholder && { placeholder }) }] as const],
        ),
      )
    },
  })
}
