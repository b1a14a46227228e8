import type { deliverySettings, Received, RefusalCode } from '@vitrine/contract'
import { type Area, type Condition, type ConditionalRate, type PickupDetails, roundDecimal, type SlotPlan } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { listed, listing } from '../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection } from '../../kernel/settings/change.ts'
import { datesOf, firstState, nextState, staleOf } from '../../kernel/settings/revised.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import type { CarrierSettings, ShippingSettings, ShippingZoneSettings } from '../../kernel/settings/shipping-settings.ts'
import type { ShippingRateProvider } from '../selling/carriers.ts'
import { destinationsOf } from './destinations.ts'
import {
  collide,
  type Deliveries,
  deliveriesOf,
  type Kind,
  kindOf,
  profileIdOf,
  settingsWith,
  showLocal,
  showPickup,
  showProfile,
  showShippingOption,
  type Way,
} from './model.ts'

export interface DeliveryDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly ShippingRateProvider[]
}

type OptionInput = Received<'POST /ecom/v1/shipping-options'>['shippingOption']
type PickupInput = Received<'POST /v1/pickup-locations'>['pickupLocation']
type LocalInput = Received<'POST /v1/local-delivery-options'>['localDeliveryOption']
type RatesInput = OptionInput['rates']
type ScheduleInput = NonNullable<PickupInput['scheduledDeliveryConfig']>
type CarrierInput = Received<'POST /ecom/v1/delivery-profiles/add-delivery-carrier'>['deliveryCarrier']

const dates = { createdDate: 'instant', updatedDate: 'instant' } as const
const shippingOptions = (since: Date) =>
  listing<Way>(
    { id: 'id', title: 'text', estimatedDeliveryTime: 'text', deliveryRegionId: 'id', deliveryRegionIds: 'ids', ...dates },
    (way) => ({
      id: way.id,
      title: way.title,
      estimatedDeliveryTime: way.deliveryTime,
      deliveryRegionId: way.regionIds[0],
      deliveryRegionIds: way.regionIds,
      ...datesOf(way, since),
    }),
  )
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
const localDeliveries = (since: Date) =>
  listing<Way>({ id: 'id', areaName: 'text', estimatedDeliveryTime: 'text', deliveryRegionIds: 'ids', ...dates }, (way) => ({
    id: way.id,
    areaName: way.title,
    estimatedDeliveryTime: way.deliveryTime,
    deliveryRegionIds: way.regionIds,
    ...datesOf(way, since),
  }))
const profiles = listing<{ readonly id: string; readonly name: string }>({ id: 'id', name: 'text', default: 'flag' }, ({ id, name }) => ({
  id,
  name,
  default: true,
}))

const optionsAtMost = 100
const regionsAtMost = 100

const missing = {
  shipping: refuse('SHIPPING_OPTION_NOT_FOUND'),
  pickup: refuse('PICKUP_LOCATION_NOT_FOUND'),
  local: refuse('LOCAL_DELIVERY_OPTION_NOT_FOUND'),
} as const

export function deliveryOperations({ readSettings, providers }: DeliveryDeps): Handlers<typeof deliverySettings> {
  const currencyOf = async ({ db, site }: { readonly db: Db; readonly site: string }) => (await readSettings(db, site)).commerce.currency

  async function now({ db, site }: { readonly db: Db; readonly site: string }) {
    const { document, since } = (await readSection(db, site, 'shipping')) ?? { document: { zones: [] }, since: new Date(0) }
    return { ...deliveriesOf(document), since }
  }

  /** Reads everything to change it: nobody else does until the transaction ends. */
  async function lock({ db, site, now }: Scope<'user'>) {
    const { document, since } = await lockSection(db, site, 'shipping', { zones: [] }, now)
    return { ...deliveriesOf(document), since }
  }

  const save = ({ db, site, now }: Scope<'user'>, document: ShippingSettings) => writeSettings(db, site, 'shipping', document, now)

  /** Changes the regions; the profile is one state further then. */
  async function changeProfile<C extends RefusalCode = never>(
    scope: Scope<'user'>,
    said: { readonly id: string; readonly revision?: string | null | undefined } | undefined,
    work: (settings: ShippingSettings) => ShippingSettings | Refusal<C>,
  ) {
    const { settings, since } = await lock(scope)
    if (said && said.id !== profileIdOf(settings)) return refuse('DELIVERY_PROFILE_NOT_FOUND')
    const stale = staleOf(settings.profile ?? {}, said?.revision)
    if (stale) return stale
    const changed = work(settings)
    if (changed instanceof Refusal) return changed
    const document = { ...changed, profile: { ...changed.profile, ...nextState(settings.profile ?? {}, scope.now) } }
    await save(scope, document)
    return { deliveryProfile: showProfile(document, since) }
  }

  async function changeRegion<C extends RefusalCode = never>(
    scope: Scope<'user'>,
    regionId: string,
    work: (region: ShippingZoneSettings) => ShippingZoneSettings | Refusal<C>,
  ) {
    const { settings, since } = await lock(scope)
    const before = settings.zones.find(({ id }) => id === regionId)
    if (!before) return refuse('DELIVERY_REGION_NOT_FOUND')
    const after = work(before)
    if (after instanceof Refusal) return after
    const profile = { ...settings.profile, ...nextState(settings.profile ?? {}, scope.now) }
    const document = { ...settings, zones: replaced(settings.zones, after), profile }
    await save(scope, document)
    return { deliveryProfile: showProfile(document, since) }
  }

  async function read<K extends Kind>(scope: Scope<'user'>, kind: K, id: string) {
    const [{ ways, since }, currency] = await Promise.all([now(scope), currencyOf(scope)])
    const way = ways.find((one) => one.id === id && kindOf(one) === kind)
    return way ? { way, currency, since } : missing[kind]
  }

  async function find(scope: Scope<'user'>, kind: Kind, query: Parameters<typeof listed>[2], fields: typeof shippingOptions) {
    const [{ ways, since }, currency] = await Promise.all([now(scope), currencyOf(scope)])
    const found = await listed(
      scope.db,
      ways.filter((way) => kindOf(way) === kind),
      query,
      fields(since),
    )
    return found instanceof Refusal ? found : { ...found, currency, since }
  }

  async function make<C extends RefusalCode = never>(scope: Scope<'user'>, said: (currency: string) => Saying | Refusal<C>) {
    const currency = await currencyOf(scope)
    const made = said(currency)
    if (made instanceof Refusal) return made
    const { settings, ways, since } = await lock(scope)
    const id = newId()
    const way: Way = { ...made, ...firstState(scope.now), id, code: id }
    const refused = misplaced(settings, ways, way)
    if (refused) return refused
    await save(scope, settingsWith(settings, [...ways, way]))
    return { way, currency, since }
  }

  async function update<K extends Kind, C extends RefusalCode = never>(
    scope: Scope<'user'>,
    kind: K,
    { id, revision }: { readonly id: string; readonly revision?: string | null | undefined },
    said: (before: Way, currency: string, deliveries: Deliveries) => Way | Refusal<C>,
  ) {
    const currency = await currencyOf(scope)
    const { settings, ways, since } = await lock(scope)
    const before = ways.find((way) => way.id === id && kindOf(way) === kind)
    if (!before) return missing[kind]
    const stale = staleOf(before, revision)
    if (stale) return stale
    const after = said(before, currency, { settings, ways })
    if (after instanceof Refusal) return after
    const way: Way = { ...after, ...nextState(before, scope.now) }
    await save(scope, settingsWith(settings, replaced(ways, way)))
    return { way, currency, since }
  }

  async function remove<K extends Kind>(scope: Scope<'user'>, kind: K, id: string) {
    const { settings, ways } = await lock(scope)
    const others = ways.filter((way) => way.id !== id || kindOf(way) !== kind)
    if (others.length === ways.length) return missing[kind]
    await save(scope, settingsWith(settings, others))
    return {}
  }

  const known = async ({ db, site }: { readonly db: Db; readonly site: string }) => providers(await readSettings(db, site))

  const unfitCarrier = (carriers: readonly ShippingRateProvider[], { appId, backupRate }: CarrierInput) => {
    const provider = carriers.find(({ id }) => id === appId)
    if (!provider) return refuse('UNKNOWN_DELIVERY_CARRIER', { appId })
    return provider.needsBackupRate && !backupRate?.active ? refuse('DELIVERY_CARRIER_MISSING_BACKUP_RATE') : undefined
  }

  return {
    async 'GET /ecom/v1/delivery-profiles/query'({ query }, scope) {
      const { settings, since } = await now(scope)
      const shown = showProfile(settings, since)
      const found = await listed(scope.db, [shown], query, profiles)
      return found instanceof Refusal ? found : { deliveryProfiles: found.rows.map(() => shown), pagingMetadata: found.metadata }
    },

    async 'GET /ecom/v1/delivery-profiles/{deliveryProfileId}'({ deliveryProfileId }, scope) {
      const { settings, since } = await now(scope)
      return deliveryProfileId === profileIdOf(settings)
        ? { deliveryProfile: showProfile(settings, since) }
        : refuse('DELIVERY_PROFILE_NOT_FOUND')
    },

    async 'GET /ecom/v1/delivery-profiles/delivery-regions/{deliveryRegionId}'({ deliveryRegionId }, scope) {
      const { settings, since } = await now(scope)
      return settings.zones.some(({ id }) => id === deliveryRegionId)
        ? { deliveryProfile: showProfile(settings, since) }
        : refuse('DELIVERY_REGION_NOT_FOUND')
    },

    async 'PATCH /ecom/v1/delivery-profiles/{deliveryProfile.id}'({ deliveryProfile: { id, revision, name } }, scope) {
      return changeProfile(scope, { id, revision }, (settings) => ({
        ...settings,
        profile: { ...settings.profile, ...(name && { name }) },
      }))
    },

    async 'POST /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region'({ deliveryProfileId, deliveryRegion, revision }, scope) {
      return changeProfile(scope, { id: deliveryProfileId, revision }, (settings) => {
        const { name, active, destinations = [] } = deliveryRegion
        const made: ShippingZoneSettings = {
          id: newId(),
          name,
          ...(active === false && { active }),
          destinations: destinationsFrom(destinations),
          options: [],
        }
        return unfitRegion(settings, made) ?? { ...settings, zones: [...settings.zones, made] }
      })
    },

    async 'PATCH /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegion.id}'(input, scope) {
      const { deliveryProfileId, deliveryRegion, revision } = input
      return changeProfile(scope, { id: deliveryProfileId, revision }, (settings) => {
        const before = settings.zones.find(({ id }) => id === deliveryRegion.id)
        if (!before) return refuse('DELIVERY_REGION_NOT_FOUND')
        const { name, active, destinations } = deliveryRegion
        const after: ShippingZoneSettings = {
          ...before,
          name: name ?? before.name,
          ...(active !== undefined && { active: active ?? true }),
          ...(destinations && { destinations: destinationsFrom(destinations) }),
        }
        return unfitRegion(settings, after) ?? { ...settings, zones: replaced(settings.zones, after) }
      })
    },

    async 'DELETE /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegionId}'(input, scope) {
      const { deliveryProfileId, deliveryRegionId, revision } = input
      return changeProfile(scope, { id: deliveryProfileId, revision }, (settings) => {
        const zones = settings.zones.filter(({ id }) => id !== deliveryRegionId)
        if (zones.length === settings.zones.length) return refuse('DELIVERY_REGION_NOT_FOUND')
        const ways = deliveriesOf(settings).ways.map((way) => ({
          ...way,
          regionIds: way.regionIds.filter((id) => id !== deliveryRegionId),
        }))
        return settingsWith({ ...settings, zones }, ways)
      })
    },

    async 'GET /ecom/v1/delivery-profiles/installed-carriers'(_, scope) {
      return {
        installedDeliveryCarriers: (await known(scope)).map(({ id, name, needsBackupRate }) => ({
          id,
          displayName: name,
          fallbackDefinitionMandatory: needsBackupRate ?? false,
          toggleGetCarrierSettingsEnabled: false,
        })),
      }
    },

    async 'POST /ecom/v1/delivery-profiles/add-delivery-carrier'({ deliveryRegionId, deliveryCarrier }, scope) {
      const carriers = await known(scope)
      return changeRegion(scope, deliveryRegionId, (region) => {
        const unfit = unfitCarrier(carriers, deliveryCarrier)
        if (unfit) return unfit
        if (region.carriers?.some(({ appId }) => appId === deliveryCarrier.appId)) return refuse('CARRIER_ALREADY_EXISTS_IN_REGION')
        return { ...region, carriers: [...(region.carriers ?? []), carrierFrom(deliveryCarrier)] }
      })
    },

    async 'PATCH /ecom/v1/delivery-profiles/update-delivery-carrier'({ deliveryRegionId, deliveryCarrier }, scope) {
      const all = await known(scope)
      return changeRegion(scope, deliveryRegionId, (region) => {
        const before = region.carriers?.find(({ appId }) => appId === deliveryCarrier.appId)
        if (!before) return refuse('DELIVERY_CARRIER_NOT_FOUND')
        const { backupRate = before.backupRate, additionalCharges = before.additionalCharges } = deliveryCarrier
        const after = { appId: before.appId, backupRate, additionalCharges: additionalCharges && [...additionalCharges] }
        const needed = all.find(({ id }) => id === before.appId)?.needsBackupRate
        if (needed && !after.backupRate?.active) return refuse('DELIVERY_CARRIER_MISSING_BACKUP_RATE')
        const carriers = (region.carriers ?? []).map((one) => (one === before ? carrierFrom(after) : one))
        return { ...region, carriers }
      })
    },

    async 'POST /ecom/v1/delivery-profiles/remove-delivery-carrier'({ deliveryRegionId, appId }, scope) {
      return changeRegion(scope, deliveryRegionId, (region) => {
        const carriers = (region.carriers ?? []).filter((one) => one.appId !== appId)
        return carriers.length === (region.carriers ?? []).length ? refuse('DELIVERY_CARRIER_NOT_FOUND') : { ...region, carriers }
      })
    },

    async 'GET /ecom/v1/delivery-profiles/delivery-destination-properties'(_, { db, site }) {
      return destinationsOf((await readSettings(db, site)).shipping)
    },

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
        const rates = shippingOption.rates && ratesFrom(shippingOption.rates, currency)
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
        const rates = pickupLocation.rates && ratesFrom(pickupLocation.rates, currency)
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
        const rates = localDeliveryOption.rates && ratesFrom(localDeliveryOption.rates, currency)
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
  }
}

/** A way as the settings have it, with what its answer is written in. */
interface Found {
  readonly way: Way
  readonly currency: string
  readonly since: Date
}

/** The answers about one way: a refusal as it is, or the way by its name on the wire. */
const answers = {
  option: <C extends RefusalCode>(found: Found | Refusal<C>) =>
    found instanceof Refusal ? found : { shippingOption: showShippingOption(found.way, found.currency, found.since) },
  pickup: <C extends RefusalCode>(found: Found | Refusal<C>) =>
    found instanceof Refusal ? found : { pickupLocation: showPickup(found.way, found.currency, found.since) },
  local: <C extends RefusalCode>(found: Found | Refusal<C>) =>
    found instanceof Refusal ? found : { localDeliveryOption: showLocal(found.way, found.currency, found.since) },
}

type Saying = Omit<Way, 'id' | 'code'>

const replaced = <T extends { readonly id: string }>(all: readonly T[], after: T): readonly T[] =>
  all.map((one) => (one.id === after.id ? after : one))

/** A field after an update: absent keeps, null clears. */
const sent = <T>(before: T | null | undefined, value: T | null | undefined): T | null => (value === undefined ? (before ?? null) : value)

function misplaced(settings: ShippingSettings, ways: readonly Way[], { id, regionIds }: Way) {
  if (!regionIds.every((regionId) => settings.zones.some((zone) => zone.id === regionId))) return refuse('DELIVERY_REGION_NOT_FOUND')
  const isFull = (regionId: string) => ways.filter((way) => way.id !== id && way.regionIds.includes(regionId)).length >= optionsAtMost
  return regionIds.some(isFull) ? refuse('LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED', { limit: optionsAtMost }) : undefined
}

const joins =
  (regionId: string) =>
  (way: Way, _: string, { settings, ways }: Deliveries) => {
    const after = { ...way, regionIds: [...new Set([...way.regionIds, regionId])] }
    return misplaced(settings, ways, after) ?? after
  }

const leaves = (regionId: string) => (way: Way) =>
  way.regionIds.includes(regionId)
    ? { ...way, regionIds: way.regionIds.filter((id) => id !== regionId) }
    : refuse('DELIVERY_REGION_NOT_FOUND')

const broken = (field: string, description: string, violatedRule: 'MAX_SIZE' | 'VALIDATION', ruleName?: string) =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule, ...(ruleName && { ruleName }), data: {} }] })

function unfitRegion({ zones }: ShippingSettings, region: ShippingZoneSettings) {
  const others = zones.filter(({ id }) => id !== region.id)
  if (others.length >= regionsAtMost) return broken('deliveryRegion', `There are ${regionsAtMost} regions at most`, 'MAX_SIZE')
  if (others.some(({ name }) => name === region.name))
    return broken('deliveryRegion.name', 'Another region has this name', 'VALIDATION', 'DELIVERY_REGION_NAME_ALREADY_EXISTS')
  for (const other of others)
    for (const destination of region.destinations)
      if (other.destinations.some((one) => collide(one, destination)))
        return refuse('DESTINATIONS_COLLISION', { deliveryRegionId: other.id, countryCode: destination.country })
  return undefined
}

const destinationsFrom = (
  said: readonly { readonly countryCode: string; readonly subdivisions?: readonly string[] | undefined }[],
): ShippingZoneSettings['destinations'] =>
  said.length === 0
    ? [{ country: '*' }]
    : said.map(({ countryCode, subdivisions }) => ({ country: countryCode, ...(subdivisions?.length && { subdivisions }) }))

const carrierFrom = ({ appId, backupRate, additionalCharges }: CarrierInput): CarrierSettings => ({
  appId,
  ...(backupRate && {
    backupRate: { amount: backupRate.amount, active: backupRate.active, ...(backupRate.title && { title: backupRate.title }) },
  }),
  ...(additionalCharges?.length && {
    additionalCharges: additionalCharges.map(({ description, amount }) => ({ amount, ...(description && { description }) })),
  }),
})

function ratesFrom(said: RatesInput, currency: string): readonly ConditionalRate[] | Refusal<'INVALID_QUANTITY_VALUE'> {
  const conditions = said.flatMap(({ conditions = [] }) => conditions)
  if (conditions.some(({ type, value }) => type === 'BY_TOTAL_QUANTITY' && !Number.isInteger(Number(value))))
    return refuse('INVALID_QUANTITY_VALUE')
  return said.map(({ amount, conditions = [], multiplyByQuantity }) => ({
    amount: roundDecimal(amount, currency),
    conditions: conditions.map(
      ({ type, operator, value }): Condition =>
        type === 'BY_TOTAL_PRICE' ? { type, operator, value: roundDecimal(value, currency) } : { type, operator, value: Number(value) },
    ),
    ...(multiplyByQuantity && { multiplyByQuantity }),
  }))
}

/** The plan after an update; what is other on certain dates stays so. */
function scheduleAfter(before: SlotPlan | null | undefined, said: ScheduleInput | null | undefined): SlotPlan | null {
  if (said === undefined) return before ?? null
  const after = scheduleFrom(said)
  return after && { ...after, ...(before?.changes && { changes: before.changes }) }
}

const scheduleFrom = (said: ScheduleInput | null): SlotPlan | null =>
  said && {
    windows: said.timeWindows.map(({ day, start, end, enabled, capacity }) => ({
      day,
      start,
      end,
      ...(capacity && { capacity }),
      ...(enabled === false && { active: false }),
    })),
    ...(said.handlingDays && { handlingDays: said.handlingDays }),
    ...(said.cutOffTime && { cutOff: said.cutOffTime }),
    ...(said.daysAhead !== null && said.daysAhead !== undefined && { daysAhead: said.daysAhead }),
  }

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

/** What is free because nobody named a price. */
const free: RatesInput = [{ amount: '0' }]

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
