import type { deliverySettings } from '@vitrine/contract'
import { type PickupDetails } from '@vitrine/pricing'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { listing } from '../../../kernel/query/listed.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { datesOf } from '../../../kernel/settings/revised.ts'
import { showPickup, type Way } from '../model.ts'
import {
  answers,
  type DeliveryChanges,
  dates,
  free,
  joins,
  leaves,
  misplaced,
  type PickupInput,
  ratesFrom,
  type Saying,
  scheduleAfter,
  scheduleFrom,
  sent,
} from './delivery-changes.ts'

const pickupLocations = (since: Date) =>
  listing<Way>(
    {
      id: 'id',
      name: 'text',
      'address.city': 'text',
      'address.country': 'text',
      'address.subdivision': 'text',
      deliveryRegionIds: 'ids',
      ...dates,
    },
    (way) => ({
      id: way.id,
      name: way.title,
      'address.city': way.pickup?.address.city,
      'address.country': way.pickup?.address.country,
      'address.subdivision': way.pickup?.address.subdivision,
      deliveryRegionIds: way.regionIds,
      ...datesOf(way, since),
    }),
  )

function pickupFrom(said: PickupInput, currency: string): Saying | Refusal<'INVALID_QUANTITY_VALUE'> {
  const rates = ratesFrom(said.rates?.length ? said.rates : free, currency)
  if (rates instanceof Refusal) return rates
  return {
    title: said.name,
    regionIds: said.deliveryRegionIds ?? [],
    pickup: { method: said.pickupMethod ?? 'STORE_PICKUP', address: addressFrom(said.address) },
    deliveryTime: said.deliveryTime ?? null,
    days: said.deliveryDays ?? null,
    cutOff: said.cutOffTime ?? null,
    instructions: said.instructions ?? null,
    hours: said.openingHours ?? null,
    active: said.active ?? true,
    slots: scheduleFrom(said.scheduledDeliveryConfig ?? null),
    rates,
  }
}

function addressFrom({ country, subdivision, city, postalCode, streetAddress, addressLine, addressLine2 }: PickupInput['address']) {
  const line = addressLine || [streetAddress?.name, streetAddress?.number].filter(Boolean).join(' ')
  return {
    country,
    ...(subdivision && { subdivision }),
    ...(city && { city }),
    ...(postalCode && { postalCode }),
    ...(line && { addressLine: line }),
    ...(addressLine2 && { addressLine2 }),
  } satisfies PickupDetails['address']
}

/** Where buyers collect what they ordered. */
export const pickupOperations = ({
  read,
  find,
  make,
  update,
  remove,
}: DeliveryChanges): HandlersAt<typeof deliverySettings, '/v1/pickup-locations'> => ({
  async 'POST /v1/pickup-locations'({ pickupLocation }, scope) {
    return answers.pickup(await make(scope, (currency) => pickupFrom(pickupLocation, currency)))
  },

  async 'GET /v1/pickup-locations/{pickupLocationId}'({ pickupLocationId }, scope) {
    return answers.pickup(await read(scope, 'pickup', pickupLocationId))
  },

  async 'POST /v1/pickup-locations/query'({ query }, scope) {
    const found = await find(scope, 'pickup', query, pickupLocations)
    if (found instanceof Refusal) return found
    const { rows, metadata, currency, since } = found
    return { pickupLocations: rows.map((way) => showPickup(way, currency, since)), pagingMetadata: metadata }
  },

  async 'PATCH /v1/pickup-locations/{pickupLocation.id}'({ pickupLocation }, scope) {
    const changed = await update(scope, 'pickup', pickupLocation, (before, currency, { settings, ways }) => {
      const { name, address, pickupMethod, deliveryTime, deliveryDays, cutOffTime, instructions, openingHours } = pickupLocation
      const { active, scheduledDeliveryConfig, deliveryRegionIds } = pickupLocation
      const rates = pickupLocation.rates && ratesFrom(pickupLocation.rates, currency, before.rates)
      if (rates instanceof Refusal) return rates
      const after: Way = {
        ...before,
        title: name ?? before.title,
        pickup: {
          method: pickupMethod ?? before.pickup!.method,
          address: address ? addressFrom(address) : before.pickup!.address,
        },
        deliveryTime: sent(before.deliveryTime, deliveryTime),
        days: sent(before.days, deliveryDays),
        cutOff: sent(before.cutOff, cutOffTime),
        instructions: sent(before.instructions, instructions),
        hours: sent(before.hours, openingHours),
        active: active ?? before.active ?? true,
        slots: scheduleAfter(before.slots, scheduledDeliveryConfig),
        rates: rates ?? before.rates,
        regionIds: deliveryRegionIds ?? before.regionIds,
      }
      return misplaced(settings, ways, after) ?? after
    })
    return answers.pickup(changed)
  },

  async 'DELETE /v1/pickup-locations/{pickupLocationId}'({ pickupLocationId }, scope) {
    return remove(scope, 'pickup', pickupLocationId)
  },

  async 'POST /v1/pickup-locations/{pickupLocationId}/add-delivery-region'({ pickupLocationId, deliveryRegionId, revision }, scope) {
    return answers.pickup(await update(scope, 'pickup', { id: pickupLocationId, revision }, joins(deliveryRegionId)))
  },

  async 'POST /v1/pickup-locations/{pickupLocationId}/remove-delivery-region'({ pickupLocationId, deliveryRegionId, revision }, scope) {
    return answers.pickup(await update(scope, 'pickup', { id: pickupLocationId, revision }, leaves(deliveryRegionId)))
  },
})
