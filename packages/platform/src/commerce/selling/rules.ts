import type { DiscountRule, Scope, Trigger } from '@vitrine/pricing'
import type { DiscountSettings, RuleScope, RuleSettings, RuleTrigger } from '../../kernel/settings/discount-settings.ts'
import { catalogueApps, storesApp } from './apps.ts'
import { customOf, triggerCacheMs } from './triggers.ts'

/** The settings of a revision are one object, so the rules that were derived from it are cached by that object. */
const known = new WeakMap<DiscountSettings, readonly DiscountRule[]>()

/** The merchant's rules as pricing wants them. */
export function rulesOf(discounts: DiscountSettings | undefined): readonly DiscountRule[] {
  if (!discounts) return []
  const before = known.get(discounts)
  if (before) return before
  const rules = discounts.rules.map(ruleOf)
  known.set(discounts, rules)
  return rules
}

/** When what the rules give changes next without anybody doing anything; undefined for never. */
export function nextTurn(discounts: DiscountSettings | undefined, now: Date): Date | undefined {
  const turns = (discounts?.rules ?? []).flatMap(({ active, startsAt, endsAt }) => (active ? [startsAt, endsAt] : []))
  const coming = turns.flatMap((turn) => (turn && Date.parse(turn) > now.getTime() ? [Date.parse(turn)] : []))
  // What others say holds for a while only.
  if (discounts?.rules.some(({ active, trigger }) => active && customOf(trigger).length > 0)) coming.push(now.getTime() + triggerCacheMs)
  return coming.length === 0 ? undefined : new Date(Math.min(...coming))
}

const ruleOf = ({ id, name, active, startsAt, endsAt, trigger, scopes, off, offer }: RuleSettings, place: number): DiscountRule => ({
  id,
  name,
  active,
  // They stack as the merchant put them.
  place,
  startsAt: startsAt === undefined ? null : Date.parse(startsAt),
  endsAt: endsAt === undefined ? null : Date.parse(endsAt),
  trigger: trigger ? triggerOf(trigger) : null,
  scopes: scopes.map(scopeOf),
  off,
  ...(offer && { offer: { ...offer, scopes: offer.scopes.map(scopeOf) } }),
})

function triggerOf(trigger: RuleTrigger): Trigger {
  switch (trigger.type) {
    case 'AND':
    case 'OR':
      return { type: trigger.type, triggers: trigger.triggers.map(triggerOf) }
    case 'SUBTOTAL_RANGE':
    case 'ITEM_QUANTITY_RANGE':
      return { ...trigger, scopes: trigger.scopes.map(scopeOf) }
    case 'CUSTOM':
      return { ...trigger, appId: trigger.appId.toLowerCase() }
    default:
      return trigger
  }
}

/** The one filter that the catalogue knows is that by collections; what another app's would find, nobody here knows. */
function scopeOf({ appId, itemIds, params }: RuleScope): Scope {
  if (itemIds) return { appId: appOf(appId), itemIds: itemIds.map((id) => id.toLowerCase()) }
  const { collectionIds } = (params ?? {}) as { collectionIds?: unknown }
  const ids = catalogueApps.has(appId) && Array.isArray(collectionIds) ? collectionIds : []
  return { collectionIds: ids.filter((id) => typeof id === 'string').map((id) => id.toLowerCase()) }
}

/** Both names of the catalogue are one. */
export const appOf = (appId: string): string => (catalogueApps.has(appId) ? storesApp : appId)
