import type { JurisdictionType } from '@vitrine/contract'
import type { TaxRate } from '@vitrine/pricing'
import type { PluginSettings, PluginType } from '../../kernel/settings/plugin-settings.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { ProvidedCharge, ProvidedRate, ShippingRateProvider } from '../selling/carriers.ts'
import type { CatalogProvider } from '../selling/catalogs.ts'
import type { DiscountProvider } from '../selling/discount-services.ts'
import type { FeeProvider, ProvidedFee } from '../selling/fees.ts'
import type { GiftCardService } from '../selling/gift-card-services.ts'
import type { InventoryService } from '../selling/inventory-services.ts'
import type { MembershipService } from '../selling/membership-services.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import type { PaymentSettingsProvider } from '../selling/payment-settings-services.ts'
import type { RecommendationProvider } from '../selling/recommendation-services.ts'
import type { TaxProvider } from '../selling/taxation.ts'
import type { DiscountTriggerProvider } from '../selling/triggers.ts'
import type { ValidationProvider } from '../selling/validations.ts'
import { decimal, isObject, language, listOf, type Said, stateOf, text } from './answers.ts'
import { type CallPlugin } from './call.ts'
import { catalogOf } from './catalogs.ts'
import { discountsOf } from './discounts.ts'
import { giftCardsOf } from './gift-cards.ts'
import { inventoryOf } from './inventory.ts'
import { membershipsOf } from './memberships.ts'
import { paymentSettingsOf } from './payment-settings.ts'
import { recommendationsOf } from './recommendations.ts'
import { validationsOf } from './validations.ts'

/** The services that a shop has set up, as those who ask know them. */
export interface PluggedIn {
  rates(settings: Pick<Sections, 'plugins'>): readonly ShippingRateProvider[]
  fees(settings: Pick<Sections, 'plugins'>): readonly FeeProvider[]
  taxes(settings: Pick<Sections, 'plugins'>): readonly TaxProvider[]
  triggers(settings: Pick<Sections, 'plugins'>): readonly DiscountTriggerProvider[]
  validations(settings: Pick<Sections, 'plugins'>): readonly ValidationProvider[]
  discounts(settings: Pick<Sections, 'plugins'>): readonly DiscountProvider[]
  paymentSettings(settings: Pick<Sections, 'plugins'>): readonly PaymentSettingsProvider[]
  recommendations(settings: Pick<Sections, 'plugins'>): readonly RecommendationProvider[]
  catalogs(settings: Pick<Sections, 'plugins'>): readonly CatalogProvider[]
  /** Also those that are not asked for units any more: what was taken may have to go back. */
  inventory(settings: Pick<Sections, 'plugins'>): readonly InventoryService[]
  /** Also those that are not asked for new cards any more: what was taken may have to go back. */
  giftCards(settings: Pick<Sections, 'plugins'>): readonly GiftCardService[]
  /** Also those whose memberships are not offered any more: what was charged may have to be voided. */
  memberships(settings: Pick<Sections, 'plugins'>): readonly MembershipService[]
}

export function pluggedIn(call: CallPlugin): PluggedIn {
  const ofType = <T>(type: PluginType, provider: (plugin: PluginSettings) => T, idle = false) => {
    // Settings are cached by revision, and so is what was derived from them.
    const known = new WeakMap<object, readonly T[]>()
    return ({ plugins }: Pick<Sections, 'plugins'>): readonly T[] => {
      if (!plugins) return []
      const before = known.get(plugins)
      if (before) return before
      const made = plugins.plugins.filter((plugin) => (plugin.active || idle) && plugin.type === type).map(provider)
      known.set(plugins, made)
      return made
    }
  }
  return {
    rates: ofType('SHIPPING_RATES', (plugin) => ratesOf(plugin, call)),
    fees: ofType('ADDITIONAL_FEES', (plugin) => feesOf(plugin, call)),
    taxes: ofType('TAX_CALCULATION', (plugin) => taxesOf(plugin, call)),
    triggers: ofType('DISCOUNT_TRIGGERS', (plugin) => triggersOf(plugin, call)),
    validations: ofType('VALIDATIONS', (plugin) => validationsOf(plugin, call)),
    discounts: ofType('DISCOUNTS', (plugin) => discountsOf(plugin, call)),
    paymentSettings: ofType('PAYMENT_SETTINGS', (plugin) => paymentSettingsOf(plugin, call)),
    recommendations: ofType('RECOMMENDATIONS', (plugin) => recommendationsOf(plugin, call)),
    catalogs: ofType('CATALOG', (plugin) => catalogOf(plugin, call)),
    inventory: ofType('INVENTORY', (plugin) => inventoryOf(plugin, call), true),
    giftCards: ofType('GIFT_CARDS', (plugin) => giftCardsOf(plugin, call), true),
    memberships: ofType('MEMBERSHIPS', (plugin) => membershipsOf(plugin, call), true),
  }
}

/** An answer in another currency than the question is none. */
function inCurrency(currency: string, asked: string, plugin: PluginSettings): void {
  if (currency !== asked) throw new NoAnswer(`${plugin.name} answered in ${currency}.`, { code: 'CURRENCY_NOT_SUPPORTED' })
}

const catalogApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

const ratesOf = (plugin: PluginSettings, call: CallPlugin): ShippingRateProvider => ({
  id: plugin.id,
  name: plugin.name,
  state: stateOf(plugin),
  ...(plugin.backupRateRequired && { needsBackupRate: true }),
  async ratesFor({ site, currency, weightUnit, lines, destination }, signal) {
    const request = {
      lineItems: lines.map(({ name, quantity, price, weight, sku }) => ({
        name,
        quantity,
        price,
        physicalProperties: { ...(weight !== null && { weight }), sku, shippable: true },
      })),
      shippingDestination: destination,
      weightUnit,
    }
    const answer = await call(plugin, { site, currency, language }, request, signal)
    return {
      rates: listOf(answer, 'shippingRates', plugin).map((rate): ProvidedRate => {
        const cost = isObject(rate['cost']) ? rate['cost'] : {}
        const logistics = isObject(rate['logistics']) ? rate['logistics'] : {}
        const slot = isObject(logistics['deliveryTimeSlot']) ? logistics['deliveryTimeSlot'] : {}
        const [from, to] = [text(slot['from']), text(slot['to'])]
        inCurrency(text(cost['currency']) ?? currency, currency, plugin)
        const charges = Array.isArray(cost['additionalCharges']) ? cost['additionalCharges'].filter(isObject) : []
        const [deliveryTime, instructions] = [text(logistics['deliveryTime']), text(logistics['instructions'])]
        return {
          code: text(rate['code']) ?? '',
          title: text(rate['title']) ?? '',
          price: decimal(cost['price']),
          ...(deliveryTime && { deliveryTime }),
          ...(instructions && { instructions }),
          ...(from && to && { arrives: { from, to } }),
          ...(charges.length > 0 && { charges: charges.map(chargeOf) }),
        }
      }),
    }
  },
})

function chargeOf(charge: Said): ProvidedCharge {
  const details = text(charge['details'])
  return {
    type: charge['type'] === 'INSURANCE' ? 'INSURANCE' : 'HANDLING_FEE',
    price: decimal(charge['price']),
    ...(details && { details: details.slice(0, 200) }),
  }
}

const feesOf = (plugin: PluginSettings, call: CallPlugin): FeeProvider => ({
  id: plugin.id,
  name: plugin.name,
  state: stateOf(plugin),
  fallback: plugin.fallbackFee,
  async feesFor({ site, currency, language, lines, subtotal, destination, shipping }, signal) {
    const request = {
      lineItems: lines.map(({ id, name, quantity, price, weight, sku, shippable, appId, productId }) => ({
        id,
        quantity,
        ...(productId && { catalogReference: { appId: appId || catalogApp, catalogItemId: productId } }),
        productName: name,
        price,
        physicalProperties: { ...(weight !== null && { weight }), sku, shippable },
      })),
      ...(destination && { shippingAddress: destination }),
      ...(shipping && {
        shippingInfo: { selectedCarrierServiceOption: { code: shipping.code, title: shipping.title, cost: { price: shipping.price } } },
      }),
      appliedDiscounts: [],
      subtotal,
    }
    const answer = await call(plugin, { site, currency, language }, request, signal)
    const fees = listOf(answer, 'additionalFees', plugin)
    inCurrency(text((answer as Said)['currency']) ?? currency, currency, plugin)
    return {
      fees: fees.map((fee): ProvidedFee => {
        const tax = isObject(fee['taxDetails']) ? fee['taxDetails'] : {}
        const [code, taxGroupId] = [text(fee['code']), text(tax['taxGroupId'])]
        const ids = Array.isArray(fee['lineItemIds']) ? fee['lineItemIds'].filter((id) => typeof id === 'string') : []
        return {
          ...(code && { code }),
          name: text(fee['translatedName']) ?? text(fee['name']) ?? '',
          price: decimal(fee['price']),
          ...(tax['taxable'] === false && { taxable: false }),
          ...(taxGroupId && { taxGroupId }),
          ...(ids.length > 0 && { lineIds: ids }),
        }
      }),
    }
  },
})

const triggersOf = (plugin: PluginSettings, call: CallPlugin): DiscountTriggerProvider => ({
  id: plugin.id,
  name: plugin.name,
  state: stateOf(plugin),
  async triggers(site, signal) {
    const answer = await call(plugin, { site, currency: '', language }, {}, signal, 'LIST_TRIGGERS')
    return listOf(answer, 'customTriggers', plugin).flatMap(({ id, name }) => {
      const [known, called] = [text(id), text(name)]
      return known && known.length <= 100 ? [{ id: known, name: (called ?? known).slice(0, 200) }] : []
    })
  },
  async eligible({ site, currency, language, lines, triggerIds }, signal) {
    const request = {
      lineItems: lines.map(({ id, quantity, price, appId, productId }) => ({
        id,
        quantity,
        price,
        ...(productId && { catalogReference: { appId: appId || catalogApp, catalogItemId: productId } }),
      })),
      triggers: triggerIds.map((id, i) => ({ customTrigger: { id }, identifier: String(i + 1) })),
    }
    const answer = await call(plugin, { site, currency, language }, request, signal)
    return { triggerIds: listOf(answer, 'eligibleTriggers', plugin).flatMap(({ customTriggerId }) => text(customTriggerId) ?? []) }
  },
})

/** A price that is asked about where only its rates are wanted. */
const probe = '100.00'
const jurisdictions: readonly string[] = ['COUNTRY', 'STATE', 'COUNTY', 'CITY', 'SPECIAL']

/** Asks for the tax on one item of each tax group there, for the rates alone: amounts are calculated here, and rounded together. */
const taxesOf = (plugin: PluginSettings, call: CallPlugin): TaxProvider => ({
  id: plugin.id,
  name: plugin.name,
  state: stateOf(plugin),
  unsupportedCountries: plugin.unsupportedCountries ?? [],
  async ratesFor({ site, currency, destination, taxGroupIds, exemptGroupId, taxIncludedInPrice, shippingTaxed }, signal) {
    const request = {
      currency,
      addresses: [Object.fromEntries(Object.entries(destination).filter(([, value]) => value !== null && value !== undefined))],
      lineItems: taxGroupIds.map((taxGroupId) => ({
        id: taxGroupId,
        quantity: 1,
        price: probe,
        taxGroupId,
        taxIncludedInPrice,
        addressIndex: { singleAddress: 0 },
      })),
      ...(exemptGroupId && { taxExemptGroupId: exemptGroupId }),
    }
    const answer = await call(plugin, { site, currency, language }, request, signal)
    inCurrency(text((answer as Said | undefined)?.['currency']) ?? currency, currency, plugin)
    const details = listOf(answer, 'lineItemTaxDetails', plugin)
    const rates = taxGroupIds.map((group) => {
      const said = details.find(({ id }) => id === group)
      if (!said) throw new NoAnswer(`${plugin.name} left a tax group out.`, { code: 'UNUSABLE_ANSWER' })
      const shares = Array.isArray(said['taxBreakdown']) ? said['taxBreakdown'].filter(isObject) : []
      return [group, shares.map(rateOf).filter(({ rate }) => Number(rate) > 0)] as const
    })
    return { taxIncludedInPrice, shippingTaxed, rates: Object.fromEntries(rates) }
  },
})

function rateOf(share: Said): TaxRate {
  const [jurisdiction, taxType, type] = [text(share['jurisdiction']), text(share['taxType']), text(share['jurisdictionType']) ?? '']
  const rate = Number(decimal(share['rate']))
  return {
    name: text(share['taxName']) ?? jurisdiction ?? 'Tax',
    rate: Number.isFinite(rate) ? String(Number(rate.toFixed(6))) : '',
    jurisdictionType: (jurisdictions.includes(type) ? type : 'UNDEFINED') as JurisdictionType,
    ...(jurisdiction && { jurisdiction }),
    ...(taxType && { taxType }),
  }
}
