import type { deliverySettings, Received } from '@vitrine/contract'
import { type Area } from '@vitrine/pricing'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { listing } from '../../../kernel/query/listed.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { datesOf } from '../../../kernel/settings/revised.ts'
import { showLocal, type Way } from '../model.ts'
import {
  answers,
  type DeliveryChanges,
  dates,
  free,
  joins,
  leaves,
  misplaced,
  ratesFrom,
  type Saying,
  scheduleAfter,
  scheduleFrom,
  sent,
} from './delivery-changes.ts'

type LocalInput = Received<'POST /v1/local-delivery-options'>['localDeliveryOption']

const localDeliveries = (since: Date) =>
  listing<Way>({ id: 'id', areaName: 'text', estimatedDeliveryTime: 'text', deliveryRegionIds: 'ids', ...dates }, (way) => ({
    id: way.id,
    areaName: way.title,
    estimatedDeliveryTime: way.deliveryTime,
    deliveryRegionIds: way.regionIds,
    ...datesOf(way, since),
  }))

function localFrom(said: LocalInput, currency: string): Saying | Refusal<'INVALID_QUANTITY_VALUE'> {
  const rates = ratesFrom(said.rates?.length ? said.rates : free, currency)
  if (rates instanceof Refusal) return rates
  return {
    title: said.areaName,
    regionIds: said.deliveryRegionIds ?? [],
    area: areaFrom(said) ?? anywhere,
    deliveryTime: said.estimatedDeliveryTime ?? null,
    active: said.active ?? true,
    slots: scheduleFrom(said.scheduledDeliveryConfig ?? null),
    rates,
  }
}

/** All of the region. */
const anywhere: Area = { kind: 'zip', codes: ['*'] }

function areaFrom({
  zipConfig,
  radiusConfig,
  customAreaConfig,
  cityConfig,
}: Pick<LocalInput, 'zipConfig' | 'radiusConfig' | 'customAreaConfig' | 'cityConfig'>): Area | undefined {
  if (zipConfig) return { kind: 'zip', codes: zipConfig.zipCodes }
  if (radiusConfig) return { kind: 'radius', centre: radiusConfig.address.geocode, kilometres: radiusConfig.radius ?? 0 }
  if (customAreaConfig) return { kind: 'polygon', corners: customAreaConfig.geocodes }
  if (cityConfig)
    return {
      kind: 'cities',
      cities: cityConfig.cityItems.map(({ cityName, country, subdivision }) => ({
        name: cityName,
        country,
        ...(subdivision && { subdivision }),
      })),
    }
  return undefined
}

/** What the shop brings round itself. */
export const localDeliveryOperations = ({
  read,
  find,
  make,
  update,
  remove,
}: DeliveryChanges): HandlersAt<typeof deliverySettings, '/v1/local-delivery-options'> => ({
  async 'POST /v1/local-delivery-options'({ localDeliveryOption }, scope) {
    return answers.local(await make(scope, (currency) => localFrom(localDeliveryOption, currency)))
  },

  async 'GET /v1/local-delivery-options/{localDeliveryOptionId}'({ localDeliveryOptionId }, scope) {
    return answers.local(await read(scope, 'local', localDeliveryOptionId))
  },

  async 'POST /v1/local-delivery-options/query'({ query }, scope) {
    const found = await find(scope, 'local', query, localDeliveries)
    if (found instanceof Refusal) return found
    const { rows, metadata, currency, since } = found
    return { localDeliveryOptions: rows.map((way) => showLocal(way, currency, since)), pagingMetadata: metadata }
  },

  async 'PATCH /v1/local-delivery-options/{localDeliveryOption.id}'({ localDeliveryOption }, scope) {
    const changed = await update(scope, 'local', localDeliveryOption, (before, currency, { settings, ways }) => {
      const { areaName, estimatedDeliveryTime, active, scheduledDeliveryConfig, deliveryRegionIds } = localDeliveryOption
      const rates = localDeliveryOption.rates && ratesFrom(localDeliveryOption.rates, currency, before.rates)
      if (rates instanceof Refusal) return rates
      const after: Way = {
        ...before,
        title: areaName ?? before.title,
        area: areaFrom(localDeliveryOption) ?? before.area ?? anywhere,
        deliveryTime: sent(before.deliveryTime, estimatedDeliveryTime),
        active: active ?? before.active ?? true,
        slots: scheduleAfter(before.slots, scheduledDeliveryConfig),
        rates: rates ?? before.rates,
        regionIds: deliveryRegionIds ?? before.regionIds,
      }
      return misplaced(settings, ways, after) ?? after
    })
    return answers.local(changed)
  },

  async 'DELETE /v1/local-delivery-options/{localDeliveryOptionId}'({ localDeliveryOptionId }, scope) {
    return remove(scope, 'local', localDeliveryOptionId)
  },

  async 'POST /v1/local-delivery-options/add-delivery-region'({ localDeliveryOptionId, deliveryRegionId, revision }, scope) {
    return answers.local(await update(scope, 'local', { id: localDeliveryOptionId, revision }, joins(deliveryRegionId)))
  },

  async 'POST /v1/local-delivery-options/remove-delivery-region'({ localDeliveryOptionId, deliveryRegionId, revision }, scope) {
    return answers.local(await update(scope, 'local', { id: localDeliveryOptionId, revision }, leaves(deliveryRegionId)))
  },
})
