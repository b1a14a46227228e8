import type { deliverySettings } from '@vitrine/contract'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type DeliveryDeps, deliveryChanges } from './operations/delivery-changes.ts'
import { localDeliveryOperations } from './operations/local-deliveries.ts'
import { pickupOperations } from './operations/pickup-locations.ts'
import { profileOperations } from './operations/profiles.ts'
import { shippingOptionOperations } from './operations/shipping-options.ts'

/** How a shop delivers, as merchants set it. */
export function deliveryOperations(deps: DeliveryDeps): Handlers<typeof deliverySettings> {
  const changes = deliveryChanges(deps)
  return {
    ...profileOperations(deps, changes),
    ...shippingOptionOperations(changes),
    ...pickupOperations(changes),
    ...localDeliveryOperations(changes),
  }
}
