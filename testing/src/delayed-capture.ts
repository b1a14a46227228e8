import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import type { TestPlatform } from './platform.ts'
import { testSections } from './shop.ts'

/** From now on money for new orders is only held, and captured or voided as it says; without that it is taken at once. */
export const delayCapture = (
  shop: TestPlatform,
  delayedCapture?: { readonly action?: 'CAPTURE' | 'VOID'; readonly afterMs?: number },
): Promise<unknown> =>
  writeSettings(
    shop.platform.database,
    shop.site,
    'commerce',
    { ...testSections.commerce, ...(delayedCapture && { delayedCapture }) },
    shop.clock.now(),
  )
