import * as z from 'zod'
import { AlgorithmType } from './enums.ts'
import { operation, operations } from './operation.ts'
import { amount, CountryCode, Decimal, Guid, text, Url, whole } from './primitives.ts'
import { AlgorithmConfig } from './recommendations.ts'
import { Revision, revised } from './revised.ts'

/** What a third-party service is asked: while a price is calculated, before an order is placed, or for what goes with a product. */
export const ServicePluginType = z.enum([
  'SHIPPING_RATES',
  'ADDITIONAL_FEES',
  'TAX_CALCULATION',
  'DISCOUNT_TRIGGERS',
  'VALIDATIONS',
  'GIFT_CARDS',
  'RECOMMENDATIONS',
  'DISCOUNTS',
  'CATALOG',
  'INVENTORY',
  'PAYMENT_SETTINGS',
  'MEMBERSHIPS',
])
export type ServicePluginType = z.infer<typeof ServicePluginType>

/**
 * A third-party service that the shop asks by HTTP, like the published service plug-ins: a POST to its address and the path of the question
 * (`/v1/getRates`, `/v1/calculate-additional-fees`, `/v1/calculate-tax`, `/v1/list-triggers`, `/v1/get-eligible-triggers`,
 * `/v1/get-violations`, `/v1/balance`, `/v1/redeem`, `/v1/void`, `/v1/get-recommendations`, `/v1/eligible-discounts`,
 * `/v1/payment-settings`, `/get-catalog-items`, `/v1/decrement`, `/v1/increment`, `/v1/list-eligible-memberships` or
 * `/v1/list-existing-memberships`, `/v1/charge-membership`, `/v1/get-voidability`, `/v1/void-membership-charge`), whose body is a JWT
 * (RS256, `iss` `wix.com`, `aud` the app id of the plug-in, valid for a minute) with the claim `data: { request, metadata }`. It answers
 * JSON with 200, or `{ applicationError: { code, data } }` with a status from 400 on. One that did not answer five times in a row is not
 * asked for half a minute (`CIRCUIT_OPEN`), then once, to see whether it is back.
 */
export const ServicePlugin = z.object({
  /** The app id by which regions and options name it: `carrierId` of delivery options, `appId` of tax regions, `providerAppId` of fees. */
  id: Guid,
  /**
   * The app that the service belongs to, where one app has several; its own id unless another is set. Requests are signed for it, and a
   * service for a catalogue or for inventory answers for the lines whose `catalogReference.appId` it is. Memberships of a service have it as
   * their `appId`.
   */
  appId: Guid,
  type: ServicePluginType,
  name: z.string(),
  baseUrl: z.string(),
  active: z.boolean(),
  /** How long a buyer waits for it. */
  timeoutMs: z.int(),
  /** Of a service for delivery rates: whether a region needs a backup rate beside it. */
  backupRateRequired: z.boolean(),
  /** Of a service for fees: what is charged where it does not answer; nothing where this is absent. */
  fallbackFee: z.object({ name: z.string(), amount: Decimal }).optional(),
  /** Of a service for taxes. */
  unsupportedCountries: z.array(CountryCode),
  /**
   * Of a service for validations: whether an order is refused with `FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS` while it does not answer.
   * Where it is not, the order is placed without its answer, and cart and checkout say so with a warning. Of a service for inventory:
   * whether an order is refused with `CALCULATION_ERROR` while it does not answer. Where it is not, the order is placed, and the service is
   * asked until it answers.
   */
  answerRequired: z.boolean(),
  /** Of a service for recommendations: the algorithms that it is asked for, as its operator states. Without any it is not asked. */
  algorithms: z.array(AlgorithmConfig),
  /** Of a service for payment settings: whether a payment needs 3-D Secure while it does not answer. */
  requires3dSecureFallback: z.boolean(),
  /**
   * Of a service for memberships: whether it has the newer methods, so that `/v1/list-existing-memberships` is asked in place of
   * `/v1/list-eligible-memberships`.
   */
  updatedMethods: z.boolean(),
  /** The key, in PEM, that verifies its requests; one for the whole shop. */
  publicKey: z.string(),
  ...revised,
})
export interface ServicePlugin extends z.infer<typeof ServicePlugin> {}

/** The most algorithms of one service. */
export const mostPluginAlgorithms = 100

const AlgorithmInput = z.object({
  algorithmId: Guid,
  name: text(50, 1),
  description: text(500, 1),
  additionalInfo: text(300, 1).nullish(),
  algorithmType: AlgorithmType.extract(['RELATED_ITEMS', 'GLOBAL']),
})

export const ServicePluginInput = z.object({
  name: text(50, 1),
  baseUrl: Url,
  appId: Guid.nullish(),
  active: z.boolean().nullish(),
  timeoutMs: whole(100, 10_000).nullish(),
  backupRateRequired: z.boolean().nullish(),
  fallbackFee: z.object({ name: text(50, 1), amount: amount(4) }).nullish(),
  unsupportedCountries: z.array(CountryCode).max(250).nullish(),
  answerRequired: z.boolean().nullish(),
  requires3dSecureFallback: z.boolean().nullish(),
  updatedMethods: z.boolean().nullish(),
  /** Of several with one id, the first counts. */
  algorithms: z.array(AlgorithmInput).max(mostPluginAlgorithms).nullish(),
})
export interface ServicePluginInput extends z.output<typeof ServicePluginInput> {}

const Answer = z.object({ servicePlugin: ServicePlugin })

export const servicePlugins = operations({
  /** `{ servicePlugin: { type: 'SHIPPING_RATES', name: 'Parcels', baseUrl: 'https://parcels.example/plugins' } }` */
  'POST /vitrine/v1/service-plugins': operation({
    as: 'user',
    summary: 'Ask a service for rates, fees or taxes',
    input: z.object({ servicePlugin: ServicePluginInput.extend({ type: ServicePluginType, id: Guid.nullish() }) }),
    ok: Answer,
    errors: ['SERVICE_PLUGIN_ALREADY_EXISTS', 'MAX_SERVICE_PLUGINS_REACHED', 'OUTBOUND_ADDRESS_NOT_ALLOWED'],
  }),

  'GET /vitrine/v1/service-plugins': operation({
    as: 'user',
    summary: 'List the services that are asked for rates, fees or taxes',
    input: z.object({}),
    ok: z.object({ servicePlugins: z.array(ServicePlugin) }),
    errors: [],
  }),

  /**
   * Asks a service the question of its kind about sample goods, at once and whether or not it is active, and returns the result. The
   * service's answer changes nothing.
   */
  'POST /vitrine/v1/service-plugins/{id}/test': operation({
    as: 'user',
    summary: 'Ask a service about made-up goods',
    input: z.object({ id: Guid }),
    ok: z.object({
      result: z.object({
        answered: z.boolean(),
        milliseconds: z.int(),
        /** What it answered, as far as that can be shown: its first 4,000 characters. */
        answer: z.string().optional(),
        /** Why it did not: `TIMEOUT`, `PLUGIN_UNREACHABLE`, `PLUGIN_FAILED`, `UNUSABLE_ANSWER`, or its own code. */
        error: z.object({ code: z.string(), description: z.string() }).optional(),
      }),
    }),
    reads: true,
    errors: ['SERVICE_PLUGIN_NOT_FOUND'],
  }),

  /** Absent fields stay unchanged, null restores the default. */
  'PATCH /vitrine/v1/service-plugins/{servicePlugin.id}': operation({
    as: 'user',
    summary: 'Change how a service is asked',
    input: z.object({ servicePlugin: ServicePluginInput.partial().extend({ id: Guid, revision: Revision.nullish() }) }),
    ok: Answer,
    errors: ['SERVICE_PLUGIN_NOT_FOUND', 'STALE_REVISION', 'OUTBOUND_ADDRESS_NOT_ALLOWED'],
  }),

  /** Regions that name it use their backup rates and the shop's own taxes from then on. */
  'DELETE /vitrine/v1/service-plugins/{id}': operation({
    as: 'user',
    summary: 'Ask a service no more',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['SERVICE_PLUGIN_NOT_FOUND'],
  }),
})
