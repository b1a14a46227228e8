import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/db/id.ts'
import { inTime } from '../../kernel/in-time.ts'
import { type Outbound, OutboundRefused } from '../../kernel/outbound/outbound.ts'
import { appOf, type PluginSettings, type PluginType } from '../../kernel/settings/plugin-settings.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import { breaker } from './breaker.ts'
import type { PluginKeys } from './keys.ts'

/** What services are asked beside the one question of their type. */
export type FurtherQuestion =
  | 'LIST_TRIGGERS'
  | 'REDEEM_GIFT_CARD'
  | 'VOID_GIFT_CARD'
  | 'INCREMENT_STOCK'
  | 'EXISTING_MEMBERSHIPS'
  | 'CHARGE_MEMBERSHIP'
  | 'MEMBERSHIP_VOIDABILITY'
  | 'VOID_MEMBERSHIP'

/** What the published plug-ins go by: the type of a service, the path of its question and the name of that. */
const questions: { readonly [T in PluginType | FurtherQuestion]: { readonly type: string; readonly path: string; readonly name: string } } =
  {
    SHIPPING_RATES: { type: 'ECOM_SHIPPING_RATES', path: '/v1/getRates', name: 'getShippingRates' },
    ADDITIONAL_FEES: { type: 'ECOM_ADDITIONAL_FEES', path: '/v1/calculate-additional-fees', name: 'calculateAdditionalFees' },
    TAX_CALCULATION: { type: 'TAX_CALCULATION_PROVIDER', path: '/v1/calculate-tax', name: 'calculateTax' },
    DISCOUNT_TRIGGERS: { type: 'ECOM_DISCOUNTS_TRIGGER', path: '/v1/get-eligible-triggers', name: 'getEligibleTriggers' },
    VALIDATIONS: { type: 'ECOM_VALIDATIONS', path: '/v1/get-violations', name: 'getValidationViolations' },
    GIFT_CARDS: { type: 'GIFT_CARDS_PROVIDER', path: '/v1/balance', name: 'getBalance' },
    REDEEM_GIFT_CARD: { type: 'GIFT_CARDS_PROVIDER', path: '/v1/redeem', name: 'redeem' },
    VOID_GIFT_CARD: { type: 'GIFT_CARDS_PROVIDER', path: '/v1/void', name: '_void' },
    RECOMMENDATIONS: { type: 'ECOM_RECOMMENDATIONS_PROVIDER', path: '/v1/get-recommendations', name: 'getRecommendations' },
    DISCOUNTS: { type: 'ECOM_DISCOUNTS', path: '/v1/eligible-discounts', name: 'getEligibleDiscounts' },
    CATALOG: { type: 'ECOM_CATALOG', path: '/get-catalog-items', name: 'getCatalogItems' },
    INVENTORY: { type: 'ECOM_INVENTORY', path: '/v1/decrement', name: 'decrementAvailability' },
    INCREMENT_STOCK: { type: 'ECOM_INVENTORY', path: '/v1/increment', name: 'incrementAvailability' },
    PAYMENT_SETTINGS: { type: 'ECOM_PAYMENT_SETTINGS', path: '/v1/payment-settings', name: 'getPaymentSettings' },
    MEMBERSHIPS: { type: 'ECOM_MEMBERSHIPS', path: '/v1/list-eligible-memberships', name: 'listEligibleMemberships' },
    EXISTING_MEMBERSHIPS: { type: 'ECOM_MEMBERSHIPS', path: '/v1/list-existing-memberships', name: 'listExistingMemberships' },
    CHARGE_MEMBERSHIP: { type: 'ECOM_MEMBERSHIPS', path: '/v1/charge-membership', name: 'chargeMembership' },
    MEMBERSHIP_VOIDABILITY: { type: 'ECOM_MEMBERSHIPS', path: '/v1/get-voidability', name: 'getMembershipVoidability' },
    VOID_MEMBERSHIP: { type: 'ECOM_MEMBERSHIPS', path: '/v1/void-membership-charge', name: 'voidMembershipCharge' },
    LIST_TRIGGERS: { type: 'ECOM_DISCOUNTS_TRIGGER', path: '/v1/list-triggers', name: 'listTriggers' },
  }

export interface CallDeps {
  readonly keys: PluginKeys
  readonly clock: Clock
  readonly timeoutMs: number
  readonly outbound: Outbound
}

export interface Asked {
  readonly site: string
  readonly currency: string
  readonly language: string
  /** Another each time where nothing is said. */
  readonly requestId?: string
}

/** Some services answer more than the one question of their type. */
export type CallPlugin = (
  plugin: PluginSettings,
  asked: Asked,
  request: object,
  signal: AbortSignal,
  question?: FurtherQuestion,
) => Promise<unknown>

/** So many times in a row a service may fail to answer before it is not called for a while. */
const breaks = { failures: 5, openMs: 30_000 }
/** What says nothing of whether the service is there: it answered, or it was never called. */
const silent: ReadonlySet<string> = new Set(['TIMEOUT', 'PLUGIN_UNREACHABLE', 'PLUGIN_FAILED'])

/** A request is good for as long as its answer is waited for, and some clocks are slow. */
const goodForSeconds = 60

/** Asks a service: signed, in time, and never further than its own address. What it refuses is a `NoAnswer` with its code. */
export function callPlugin(deps: CallDeps): CallPlugin {
  const { allows, answered, failed } = breaker({ ...breaks, now: () => deps.clock.now().getTime() })
  const call = callOnce(deps)
  return async (plugin, asked, request, signal, question) => {
    // Settings that were changed are a service that was never asked.
    const key = `${asked.site} ${plugin.id} ${plugin.revision ?? 1}`
    if (!allows(key)) throw new NoAnswer(`${plugin.name} did not answer lately and is left alone for a moment.`, { code: 'CIRCUIT_OPEN' })
    try {
      const answer = await call(plugin, asked, request, signal, question)
      answered(key)
      return answer
    } catch (error) {
      if (!(error instanceof NoAnswer) || silent.has(error.code)) failed(key)
      else answered(key)
      throw error
    }
  }
}

/** One question, whatever came of those before. */
export const callOnce =
  ({ keys, clock, timeoutMs, outbound }: CallDeps): CallPlugin =>
  async (plugin, { site, currency, language, requestId }, request, signal, question) => {
    const { type, path, name } = questions[question ?? plugin.type]
    const key = await keys.of(site)
    const now = Math.floor(clock.now().getTime() / 1000)
    const metadata = {
      requestId: requestId ?? newId(),
      currency,
      languages: [language],
      identity: { identityType: 'APP', appId: appOf(plugin) },
      instanceId: site,
      appExtensionId: plugin.id,
      appExtensionType: type,
      functionName: name,
    }
    const body = key.sign({
      data: { request, metadata },
      iss: 'wix.com',
      aud: appOf(plugin),
      iat: now,
      exp: now + goodForSeconds,
      jti: newId(),
    })
    const late = () => new NoAnswer(`${plugin.name} did not answer in time.`, { code: 'TIMEOUT' })
    return inTime(plugin.timeoutMs ?? timeoutMs, (limit) => send(outbound, plugin, path, body, AbortSignal.any([signal, limit])), late)
  }

async function send(outbound: Outbound, plugin: PluginSettings, path: string, body: string, signal: AbortSignal): Promise<unknown> {
  const answer = await outbound
    .fetch(plugin.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8', accept: 'application/json' },
      body,
      signal,
    })
    .catch((cause: unknown) => {
      throw notAnswered(plugin, cause)
    })
  const said: unknown = await answer.json().catch((cause: unknown) => {
    if (!answer.ok) return undefined
    throw new NoAnswer(`What ${plugin.name} said cannot be read.`, { code: 'UNUSABLE_ANSWER', cause })
  })
  if (answer.ok) return said
  const { code, data } = (said as { applicationError?: { code?: unknown; data?: unknown } } | undefined)?.applicationError ?? {}
  if (typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code)) throw new NoAnswer(`${plugin.name} says no: ${code}.`, { code, data })
  throw new NoAnswer(`${plugin.name} answered ${answer.status}.`, { code: 'PLUGIN_FAILED' })
}

function notAnswered(plugin: PluginSettings, cause: unknown): NoAnswer {
  const reason = cause instanceof OutboundRefused ? cause.reason : undefined
  if (reason === 'TOO_LARGE') return new NoAnswer(`What ${plugin.name} said cannot be read.`, { code: 'UNUSABLE_ANSWER', cause })
  if (reason === undefined || reason === 'REDIRECT')
    return new NoAnswer(`${plugin.name} cannot be reached.`, { code: 'PLUGIN_UNREACHABLE', cause })
  return new NoAnswer(`The address of ${plugin.name} is not one that this server calls.`, { code: 'OUTBOUND_ADDRESS_NOT_ALLOWED', cause })
}
