import type { PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import {
  couponRefusals,
  type DiscountProvider,
  type ProvidedDiscount,
  type ProvidedDiscounts,
  type ProvidedRate,
} from '../selling/discount-services.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import { decimal, isObject, listOf, type Said, stateOf, text } from './answers.ts'
import type { CallPlugin } from './call.ts'

const mostDiscounts = 100
const longestName = 256

/** Asks what is taken off a purchase, and whether a coupon code is one of the service's. */
export const discountsOf = (plugin: PluginSettings, call: CallPlugin): DiscountProvider => ({
  id: plugin.id,
  name: plugin.name,
  state: stateOf(plugin),
  async discountsFor({ site, currency, language, purchaseFlowId, email, couponCode, lines }, signal): Promise<ProvidedDiscounts> {
    const request = {
      lineItems: lines.map(({ id, quantity, price, reference }) => ({
        id,
        quantity,
        ...(reference && { catalogReference: reference }),
        price,
      })),
      ...(purchaseFlowId && { purchaseFlowId }),
      couponCodes: couponCode === undefined ? [] : [couponCode],
      ...(email && { buyerEmail: email }),
    }
    try {
      const said = listOf(await call(plugin, { site, currency, language }, request, signal), 'discounts', plugin)
      if (said.length > mostDiscounts) throw unusable(plugin)
      return { discounts: said.map((discount) => discountOf(discount, couponCode, plugin)) }
    } catch (error) {
      const refused = error instanceof NoAnswer && couponCode !== undefined && couponRefusals.find((code) => code === error.code)
      if (refused) return { refused }
      throw error
    }
  },
})

const unusable = (plugin: PluginSettings) => new NoAnswer(`What ${plugin.name} said cannot be used.`, { code: 'UNUSABLE_ANSWER' })

function discountOf(said: Said, asked: string | undefined, plugin: PluginSettings): ProvidedDiscount {
  const name = isObject(said['name']) ? (text(said['name']['translated']) ?? text(said['name']['original'])) : undefined
  const externalId = text(said['externalId'])
  const given = isObject(said['couponOptions']) ? text(said['couponOptions']['code']) : undefined
  const code = given ?? (said['source'] === 'COUPON' ? asked : undefined)
  return {
    name: (name ?? plugin.name).slice(0, longestName),
    ...(externalId && { externalId }),
    ...(code && { code }),
    off: offOf(said, plugin),
  }
}

function offOf(said: Said, plugin: PluginSettings): ProvidedDiscount['off'] {
  const { globalDiscounts, shippingDiscounts, lineItemsDiscounts } = said
  if (isObject(globalDiscounts)) return { scope: 'GLOBAL', rate: rateOf(globalDiscounts['rate'], plugin) }
  if (isObject(shippingDiscounts)) return { scope: 'SHIPPING', rate: rateOf(shippingDiscounts['rate'], plugin) }
  if (!isObject(lineItemsDiscounts)) throw unusable(plugin)
  const rates = listOf(lineItemsDiscounts, 'lineItems', plugin).map(({ id, rate }) => {
    const lineId = text(id)
    if (!lineId) throw unusable(plugin)
    return { lineId, rate: rateOf(rate, plugin) }
  })
  return { scope: 'LINES', rates }
}

/** The published form has decimal text with up to six digits behind the point. */
const isDecimal = (value: string): boolean => /^\d{1,9}(\.\d{1,6})?$/.test(value)

function rateOf(said: unknown, plugin: PluginSettings): ProvidedRate {
  if (!isObject(said)) throw unusable(plugin)
  const [amount, percent] = [decimal(said['fixedAmountValue']), decimal(said['percentageValue'])]
  if (isDecimal(percent) && Number(percent) <= 100) return { percent }
  if (percent === '' && isDecimal(amount)) return { amount }
  throw unusable(plugin)
}
