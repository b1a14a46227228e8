import type { deliverySettings, Received, RefusalCode } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { HandlersAt, Scope } from '../../../kernel/http/handlers.ts'
import { listed, listing } from '../../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { nextState, staleOf } from '../../../kernel/settings/revised.ts'
import type { CarrierSettings, ShippingSettings, ShippingZoneSettings } from '../../../kernel/settings/shipping-settings.ts'
import type { ShippingRateProvider } from '../../selling/carriers.ts'
import { destinationsOf } from '../destinations.ts'
import { collide, deliveriesOf, profileIdOf, settingsWith, showProfile } from '../model.ts'
import { type DeliveryChanges, type DeliveryDeps, replaced } from './delivery-changes.ts'

type CarrierInput = Received<'POST /ecom/v1/delivery-profiles/add-delivery-carrier'>['deliveryCarrier']

const profiles = listing<{ readonly id: string; readonly name: string }>({ id: 'id', name: 'text', default: 'flag' }, ({ id, name }) => ({
  id,
  name,
  default: true,
}))

const regionsAtMost = 100

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

/** The delivery profile, its regions, and who carries to them. */
export function profileOperations(
  { readSettings, providers }: DeliveryDeps,
  { now, lock, save }: DeliveryChanges,
): HandlersAt<typeof deliverySettings, '/ecom/v1/delivery-profiles'> {
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
  }
}
