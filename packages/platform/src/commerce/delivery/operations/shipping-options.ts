import type { deliverySettings } from '@vitrine/contract'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { showShippingOption, type Way } from '../model.ts'
import {
  answers,
  type DeliveryChanges,
  joins,
  leaves,
  misplaced,
  type OptionInput,
  ratesFrom,
  type Saying,
  sent,
  shippingOptions,
} from './delivery-changes.ts'

function optionFrom(said: OptionInput, currency: string): Saying | Refusal<'INVALID_QUANTITY_VALUE'> {
  const rates = ratesFrom(said.rates, currency)
  if (rates instanceof Refusal) return rates
  return {
    title: said.title,
    regionIds: said.deliveryRegionIds ?? (said.deliveryRegionId ? [said.deliveryRegionId] : []),
    deliveryTime: said.estimatedDeliveryTime ?? null,
    days: said.deliveryDays ?? null,
    cutOff: said.cutOffTime ?? null,
    instructions: said.instructions ?? null,
    ...(said.active === false && { active: false }),
    rates,
  }
}

/** What is sent, and for how much. */
export const shippingOptionOperations = ({
  read,
  find,
  make,
  update,
  remove,
}: DeliveryChanges): HandlersAt<typeof deliverySettings, '/ecom/v1/shipping-options'> => ({
  async 'POST /ecom/v1/shipping-options'({ shippingOption }, scope) {
    return answers.option(await make(scope, (currency) => optionFrom(shippingOption, currency)))
  },

  async 'GET /ecom/v1/shipping-options/{shippingOptionId}'({ shippingOptionId }, scope) {
    return answers.option(await read(scope, 'shipping', shippingOptionId))
  },

  async 'GET /ecom/v1/shipping-options/query'({ query }, scope) {
    const found = await find(scope, 'shipping', query, shippingOptions)
    if (found instanceof Refusal) return found
    const { rows, metadata, currency, since } = found
    return { shippingOptions: rows.map((way) => showShippingOption(way, currency, since)), pagingMetadata: metadata }
  },

  async 'PATCH /ecom/v1/shipping-options/{shippingOption.id}'({ shippingOption }, scope) {
    const changed = await update(scope, 'shipping', shippingOption, (before, currency, { settings, ways }) => {
      const { title, deliveryRegionIds, estimatedDeliveryTime, deliveryDays, cutOffTime, instructions, active } = shippingOption
      const rates = shippingOption.rates && ratesFrom(shippingOption.rates, currency, before.rates)
      if (rates instanceof Refusal) return rates
      const after: Way = {
        ...before,
        title: title ?? before.title,
        regionIds: deliveryRegionIds ?? before.regionIds,
        deliveryTime: sent(before.deliveryTime, estimatedDeliveryTime),
        days: sent(before.days, deliveryDays),
        cutOff: sent(before.cutOff, cutOffTime),
        instructions: sent(before.instructions, instructions),
        active: active ?? before.active ?? true,
        rates: rates ?? before.rates,
      }
      return misplaced(settings, ways, after) ?? after
    })
    return answers.option(changed)
  },

  async 'DELETE /ecom/v1/shipping-options/{shippingOptionId}'({ shippingOptionId }, scope) {
    return remove(scope, 'shipping', shippingOptionId)
  },

  async 'POST /ecom/v1/shipping-options/{shippingOptionId}/add-delivery-region'({ shippingOptionId, deliveryRegionId, revision }, scope) {
    return answers.option(await update(scope, 'shipping', { id: shippingOptionId, revision }, joins(deliveryRegionId)))
  },

  async 'POST /ecom/v1/shipping-options/{shippingOptionId}/remove-delivery-region'(input, scope) {
    const { shippingOptionId, deliveryRegionId, revision } = input
    return answers.option(await update(scope, 'shipping', { id: shippingOptionId, revision }, leaves(deliveryRegionId)))
  },
})
