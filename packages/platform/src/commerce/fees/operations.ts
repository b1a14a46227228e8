import type { AdditionalFeeRule, additionalFees, Received } from '@vitrine/contract'
import { type Scope as Goods, roundDecimal, toDecimal } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection } from '../../kernel/settings/change.ts'
import type { FeeSettings } from '../../kernel/settings/fee-settings.ts'
import { firstState, namedId, nextState, showRevised, staleOf } from '../../kernel/settings/revised.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { violation } from '../../kernel/violation.ts'
import { storesApp } from '../selling/apps.ts'
import { withinBounds } from '../selling/pricing-context.ts'

export interface FeeDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  /** Whether goods can be under such a tax group. */
  readonly knowsTaxGroup: (settings: Sections, id: string) => boolean
}

type Whole = Received<'POST /vitrine/v1/additional-fees'>['additionalFee']
type Sent = { readonly [Field in keyof Whole]?: Whole[Field] | undefined }

const feesAtMost = 50
const none = { rules: [] }

export function feeOperations({ readSettings, knowsTaxGroup }: FeeDeps): Handlers<typeof additionalFees> {
  /** The rules as they are, locked until the transaction ends. */
  async function lock({ db, site, now }: Scope<'user'>) {
    const [settings, { document, since }] = [await readSettings(db, site), await lockSection(db, site, 'fees', none, now)]
    return { settings, rules: document.rules, since }
  }

  const save = ({ db, site, now }: Scope<'user'>, rules: readonly FeeSettings[]) => writeSettings(db, site, 'fees', { rules }, now)

  return {
    async 'POST /vitrine/v1/additional-fees'({ additionalFee }, scope) {
      const { settings, rules, since } = await lock(scope)
      if (rules.length >= feesAtMost) return refuse('MAX_ADDITIONAL_FEES_REACHED', { limit: feesAtMost })
      const code = newId()
      const made = written({ code, name: additionalFee.name, charge: { percent: '0' } }, additionalFee, settings, knowsTaxGroup)
      if (made instanceof Refusal) return made
      const rule = { ...made, ...firstState(scope.now) }
      await save(scope, [...rules, rule])
      return { additionalFee: show(rule, settings, since) }
    },

    async 'GET /vitrine/v1/additional-fees'(_, { db, site }) {
      const [settings, saved] = await Promise.all([readSettings(db, site), readSection(db, site, 'fees')])
      return { additionalFees: (saved?.document.rules ?? []).map((rule) => show(rule, settings, saved!.since)) }
    },

    async 'PATCH /vitrine/v1/additional-fees/{additionalFee.id}'({ additionalFee: { id, revision, ...sent } }, scope) {
      const { settings, rules, since } = await lock(scope)
      const before = rules.find((rule) => idOf(rule) === id)
      if (!before) return refuse('ADDITIONAL_FEE_RULE_NOT_FOUND')
      const stale = staleOf(before, revision)
      if (stale) return stale
      const changed = written(before, sent, settings, knowsTaxGroup)
      if (changed instanceof Refusal) return changed
      const rule = { ...changed, ...nextState(before, scope.now) }
      await save(
        scope,
        rules.map((one) => (one === before ? rule : one)),
      )
      return { additionalFee: show(rule, settings, since) }
    },

    async 'DELETE /vitrine/v1/additional-fees/{id}'({ id }, scope) {
      const { rules } = await lock(scope)
      const left = rules.filter((rule) => idOf(rule) !== id)
      if (left.length === rules.length) return refuse('ADDITIONAL_FEE_RULE_NOT_FOUND')
      await save(scope, left)
      return {}
    },
  }
}

/** What a shop was opened with may go by a name. */
const idOf = ({ code }: FeeSettings): string => (/^[0-9a-f-]{36}$/.test(code) ? code : namedId(code))

const broken = (field: string, description: string, violatedRule: 'ONE_OF_ALIGNMENT' | 'DECIMAL_LTE' | 'DECIMAL_LT') =>
  violation(`additionalFee.${field}`, description, violatedRule)

/** A rule after what was sent: absent leaves unchanged, null clears. */
function written(
  before: FeeSettings,
  sent: Sent,
  settings: Sections,
  knowsTaxGroup: FeeDeps['knowsTaxGroup'],
): FeeSettings | Refusal<'INVALID_ARGUMENT' | 'TAX_GROUP_ID_NOT_FOUND'> {
  const { currency } = settings.commerce
  const money = (text: string) => withinBounds(() => roundDecimal(text, currency))
  const bound = <T>(saved: T, said: string | null | undefined) => (said === undefined ? saved : said === null ? null : money(said))
  const { amount, percent, taxGroupId, chargeType } = sent
  if (amount && percent) return broken('amount', 'A fee has amount or percent, one of them', 'ONE_OF_ALIGNMENT')
  const perPiece = sent.multiplyByQuantity ?? ('amount' in before.charge && before.charge.perPiece) ?? false
  const saved = 'amount' in before.charge ? { ...before.charge, perPiece } : before.charge
  const charge = amount ? { amount: money(amount), perPiece } : percent ? { percent } : saved
  if ((amount === null || amount === undefined) && (percent === null || percent === undefined) && isNothing(charge))
    return broken('amount', 'A fee has amount or percent, one of them', 'ONE_OF_ALIGNMENT')
  if (taxGroupId && !knowsTaxGroup(settings, taxGroupId)) return refuse('TAX_GROUP_ID_NOT_FOUND', { taxGroupId })
  const scopes = scopesOf(
    sent.catalogItemIds === undefined ? itemsOf(before) : (sent.catalogItemIds ?? []),
    sent.collectionIds === undefined ? collectionsOf(before) : (sent.collectionIds ?? []),
  )
  const rule: FeeSettings = {
    code: before.code,
    name: sent.name ?? before.name,
    active: sent.active ?? before.active ?? true,
    charge,
    least: bound(before.least ?? null, sent.minAmount),
    most: bound(before.most ?? null, sent.maxAmount),
    goodsFrom: bound(before.goodsFrom ?? null, sent.subtotalFrom),
    goodsBelow: bound(before.goodsBelow ?? null, sent.subtotalBelow),
    shippedOnly: sent.shippedOnly ?? before.shippedOnly ?? false,
    scopes: scopes.length > 0 ? scopes : null,
    destinations: sent.destinations === undefined ? (before.destinations ?? null) : destinationsFrom(sent.destinations),
    taxGroupId: taxGroupId === undefined ? (before.taxGroupId ?? null) : taxGroupId,
    ...(chargeType === undefined ? before.chargeType && { chargeType: before.chargeType } : chargeType && { chargeType }),
  }
  if (isAbove(rule.least, rule.most)) return broken('minAmount', 'The least amount is not above the most', 'DECIMAL_LTE')
  if (isAbove(rule.goodsFrom, rule.goodsBelow) || (rule.goodsFrom ?? -1) === rule.goodsBelow)
    return broken('subtotalFrom', 'The fee is charged from a lower value of goods than that below which it is', 'DECIMAL_LT')
  return rule
}

const isNothing = (charge: FeeSettings['charge']): boolean => 'percent' in charge && Number(charge.percent) === 0

const isAbove = (low: number | null | undefined, high: number | null | undefined): boolean =>
  low !== null && low !== undefined && high !== null && high !== undefined && low > high

const itemsOf = ({ scopes }: FeeSettings): readonly string[] => (scopes ?? []).flatMap((scope) => ('itemIds' in scope ? scope.itemIds : []))
const collectionsOf = ({ scopes }: FeeSettings): readonly string[] =>
  (scopes ?? []).flatMap((scope) => ('collectionIds' in scope ? scope.collectionIds : []))

function scopesOf(items: readonly string[], collections: readonly string[]): Goods[] {
  const low = (ids: readonly string[]) => ids.map((id) => id.toLowerCase())
  return [
    ...(items.length > 0 ? [{ appId: storesApp, itemIds: low(items) }] : []),
    ...(collections.length > 0 ? [{ collectionIds: low(collections) }] : []),
  ]
}

const destinationsFrom = (said: NonNullable<Sent['destinations']> | null) =>
  said && said.length > 0
    ? said.map(({ countryCode, subdivisions }) => ({ country: countryCode, ...(subdivisions?.length && { subdivisions }) }))
    : null

function show(rule: FeeSettings, { commerce: { currency } }: Sections, since: Date): AdditionalFeeRule {
  const { name, charge, least, most, goodsFrom, goodsBelow, destinations, taxGroupId, chargeType } = rule
  const text = (key: string, amount: NonNullable<typeof least> | null | undefined) =>
    amount === null || amount === undefined ? {} : { [key]: toDecimal(amount, currency) }
  return {
    id: idOf(rule),
    name,
    ...(chargeType && { chargeType }),
    active: rule.active ?? true,
    ...('amount' in charge ? { amount: toDecimal(charge.amount, currency) } : { percent: charge.percent }),
    multiplyByQuantity: ('amount' in charge && charge.perPiece) || false,
    ...text('minAmount', least),
    ...text('maxAmount', most),
    ...text('subtotalFrom', goodsFrom),
    ...text('subtotalBelow', goodsBelow),
    shippedOnly: rule.shippedOnly ?? false,
    catalogItemIds: [...itemsOf(rule)],
    collectionIds: [...collectionsOf(rule)],
    destinations: (destinations ?? []).map(({ country, subdivisions = [] }) => ({ countryCode: country, subdivisions: [...subdivisions] })),
    ...(taxGroupId && { taxGroupId }),
    ...showRevised(rule, since),
  }
}
