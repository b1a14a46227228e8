import { isDeepStrictEqual } from 'node:util'
import type { Received, RefusalCode } from '@vitrine/contract'
import { type Condition, type ConditionalRate, roundDecimal, type SlotPlan } from '@vitrine/pricing'
import { newId } from '../../../kernel/db/id.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Scope } from '../../../kernel/http/handlers.ts'
import { listed, listing } from '../../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { lockSection, readSection } from '../../../kernel/settings/change.ts'
import { datesOf, firstState, nextState, staleOf } from '../../../kernel/settings/revised.ts'
import type { Sections } from '../../../kernel/settings/sections.ts'
import { writeSettings } from '../../../kernel/settings/settings.ts'
import type { ShippingSettings } from '../../../kernel/settings/shipping-settings.ts'
import type { ShippingRateProvider } from '../../selling/carriers.ts'
import {
  type Deliveries,
  deliveriesOf,
  type Kind,
  kindOf,
  settingsWith,
  showLocal,
  showPickup,
  showShippingOption,
  type Way,
} from '../model.ts'

export interface DeliveryDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly ShippingRateProvider[]
}

export type OptionInput = Received<'POST /ecom/v1/shipping-options'>['shippingOption']

export type PickupInput = Received<'POST /v1/pickup-locations'>['pickupLocation']

type RatesInput = OptionInput['rates']

type ScheduleInput = NonNullable<PickupInput['scheduledDeliveryConfig']>

export const dates = { createdDate: 'instant', updatedDate: 'instant' } as const

export const shippingOptions = (since: Date) =>
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

const optionsAtMost = 100

const missing = {
  shipping: refuse('SHIPPING_OPTION_NOT_FOUND'),
  pickup: refuse('PICKUP_LOCATION_NOT_FOUND'),
  local: refuse('LOCAL_DELIVERY_OPTION_NOT_FOUND'),
} as const

/** A way as the settings have it, with what its answer is written in. */
interface Found {
  readonly way: Way
  readonly currency: string
  readonly since: Date
}

/** The answers about one way: a refusal as it is, or the way by its name on the wire. */
export const answers = {
  option: <C extends RefusalCode>(found: Found | Refusal<C>) =>
    found instanceof Refusal ? found : { shippingOption: showShippingOption(found.way, found.currency, found.since) },
  pickup: <C extends RefusalCode>(found: Found | Refusal<C>) =>
    found instanceof Refusal ? found : { pickupLocation: showPickup(found.way, found.currency, found.since) },
  local: <C extends RefusalCode>(found: Found | Refusal<C>) =>
    found instanceof Refusal ? found : { localDeliveryOption: showLocal(found.way, found.currency, found.since) },
}

export type Saying = Omit<Way, 'id' | 'code'>

export const replaced = <T extends { readonly id: string }>(all: readonly T[], after: T): readonly T[] =>
  all.map((one) => (one.id === after.id ? after : one))

/** A field after an update: absent leaves unchanged, null clears. */
export const sent = <T>(before: T | null | undefined, value: T | null | undefined): T | null =>
  value === undefined ? (before ?? null) : value

export function misplaced(settings: ShippingSettings, ways: readonly Way[], { id, regionIds }: Way) {
  if (!regionIds.every((regionId) => settings.zones.some((zone) => zone.id === regionId))) return refuse('DELIVERY_REGION_NOT_FOUND')
  const isFull = (regionId: string) => ways.filter((way) => way.id !== id && way.regionIds.includes(regionId)).length >= optionsAtMost
  return regionIds.some(isFull) ? refuse('LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED', { limit: optionsAtMost }) : undefined
}

export const joins =
  (regionId: string) =>
  (way: Way, _: string, { settings, ways }: Deliveries) => {
    const after = { ...way, regionIds: [...new Set([...way.regionIds, regionId])] }
    return misplaced(settings, ways, after) ?? after
  }

export const leaves = (regionId: string) => (way: Way) =>
  way.regionIds.includes(regionId)
    ? { ...way, regionIds: way.regionIds.filter((id) => id !== regionId) }
    : refuse('DELIVERY_REGION_NOT_FOUND')

/** What a carrier takes stays with the rate of the same conditions, unless it is said anew; `null` takes it away. */
export function ratesFrom(
  said: RatesInput,
  currency: string,
  before: readonly ConditionalRate[] = [],
): readonly ConditionalRate[] | Refusal<'INVALID_QUANTITY_VALUE'> {
  const conditions = said.flatMap(({ conditions = [] }) => conditions)
  if (conditions.some(({ type, value }) => type === 'BY_TOTAL_QUANTITY' && !Number.isInteger(Number(value))))
    return refuse('INVALID_QUANTITY_VALUE')
  return said.map(({ amount, conditions = [], multiplyByQuantity, carrierCost }) => {
    const when = conditions.map(
      ({ type, operator, value }): Condition =>
        type === 'BY_TOTAL_PRICE' ? { type, operator, value: roundDecimal(value, currency) } : { type, operator, value: Number(value) },
    )
    const cost =
      carrierCost === undefined
        ? before.find((rate) => isDeepStrictEqual(rate.conditions, when))?.carrierCost
        : carrierCost && roundDecimal(carrierCost, currency)
    return {
      amount: roundDecimal(amount, currency),
      conditions: when,
      ...(multiplyByQuantity && { multiplyByQuantity }),
      ...(typeof cost === 'number' && { carrierCost: cost }),
    }
  })
}

/** The plan after an update; what is other on certain dates stays so. */
export function scheduleAfter(before: SlotPlan | null | undefined, said: ScheduleInput | null | undefined): SlotPlan | null {
  if (said === undefined) return before ?? null
  const after = scheduleFrom(said)
  return after && { ...after, ...(before?.changes && { changes: before.changes }) }
}

export const scheduleFrom = (said: ScheduleInput | null): SlotPlan | null =>
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

/** What is free because nobody named a price. */
export const free: RatesInput = [{ amount: '0' }]

/** Reads what a shop delivers by, and changes it in one transaction. */
export function deliveryChanges({ readSettings }: DeliveryDeps) {
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

  return { currencyOf, now, lock, save, read, find, make, update, remove }
}

export type DeliveryChanges = ReturnType<typeof deliveryChanges>
