import { appOf, type PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import {
  chargeRefusals,
  type MembershipItem,
  type MembershipService,
  type MembershipsQuestion,
  type ProvidedMembership,
  type ProvidedMemberships,
  type SelectedMembership,
  selectionRefusals,
  voidRefusals,
} from '../selling/membership-services.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import { isObject, listOf, type Said, stateOf, text } from './answers.ts'
import type { CallPlugin } from './call.ts'

const mostMemberships = 300
const longestId = 200
const longestReason = 200
const longestTransactionId = 100
/** The most that the published form has. */
const mostParticipants = 10_000

/** Asks which memberships a member has for these lines, charges them and voids charges. */
export function membershipsOf(plugin: PluginSettings, call: CallPlugin): MembershipService {
  const unusable = () => new NoAnswer(`What ${plugin.name} said cannot be used.`, { code: 'UNUSABLE_ANSWER' })
  const transactionOf = (said: unknown): string => {
    const id = isObject(said) ? text(said['transactionId']) : undefined
    if (!id || id.length > longestTransactionId) throw unusable()
    return id
  }
  const listed = (said: Said, name: string) => {
    const list = said[name] === undefined ? [] : listOf(said, name, plugin)
    if (list.length > mostMemberships) throw unusable()
    return list
  }
  const object = (said: unknown): Said => {
    if (isObject(said)) return said
    throw unusable()
  }
  const idOf = (said: unknown): string => {
    const id = text(said)
    if (!id || id.length > longestId) throw unusable()
    return id
  }
  const membershipOf = (said: Said, lineIds: readonly string[]): ProvidedMembership => {
    const name = isObject(said['name']) ? (text(said['name']['translated']) ?? text(said['name']['original'])) : undefined
    const credits = creditsOf(said['credits'])
    const endsAt = Date.parse(text(said['expirationDate']) ?? '')
    return {
      id: idOf(said['id']),
      name: (name ?? plugin.name).slice(0, 100),
      lineIds,
      ...(credits && { credits }),
      ...(!Number.isNaN(endsAt) && { endsAt }),
    }
  }

  /** The older question, which is about the selection as well. */
  async function eligible({ selected, ...question }: MembershipsQuestion, signal: AbortSignal): Promise<ProvidedMemberships> {
    const memberships = selected.map(({ id, lineIds }) => ({ id, lineItemIds: [...lineIds] }))
    // The selection is always said: a service has no say in what a buyer who chose nothing pays with.
    const request = { ...requestOf(question), selectedMemberships: { memberships } }
    const said = object(await call(plugin, question, request, signal))
    return {
      eligible: listed(said, 'eligibleMemberships').map((one) => membershipOf(one, textsOf(one['lineItemIds']))),
      invalid: listed(said, 'invalidMemberships').map(({ membership, reason }) => {
        const known = object(membership)
        return {
          membership: membershipOf(known, textsOf(known['lineItemIds'])),
          reason: (text(reason) ?? 'NOT_APPLICABLE_TO_LINE_ITEMS').slice(0, longestReason),
        }
      }),
      selected: listed(said, 'selectedMemberships').map(({ id, lineItemIds }) => ({ id: idOf(id), lineIds: textsOf(lineItemIds) })),
    }
  }

  /** The newer one says what each line costs; the selection is judged here. */
  async function existing({ selected, ...question }: MembershipsQuestion, signal: AbortSignal): Promise<ProvidedMemberships> {
    const said = object(await call(plugin, question, requestOf(question), signal, 'EXISTING_MEMBERSHIPS'))
    const all = listed(said, 'memberships').map(({ membership, coveredLineItems }) => {
      const costs = new Map(listed({ coveredLineItems }, 'coveredLineItems').map(costOf))
      return { membership: membershipOf(object(membership), [...costs.keys()]), costs }
    })
    const isGood = ({ id, lineIds }: SelectedMembership) => {
      const known = all.find(({ membership }) => membership.id === id)
      if (!known || !lineIds.every((lineId) => known.costs.has(lineId))) return false
      const cost = lineIds.reduce((sum, lineId) => sum + known.costs.get(lineId)!, 0)
      return cost <= (known.membership.credits?.remaining ?? Number.POSITIVE_INFINITY)
    }
    return { eligible: all.map(({ membership }) => membership), invalid: [], selected: selected.filter(isGood) }
  }

  const costOf = ({ lineItemId, redemptionCost }: Said): readonly [string, number] => [
    idOf(lineItemId),
    typeof redemptionCost === 'number' && redemptionCost > 0 ? redemptionCost : 0,
  ]

  return {
    id: plugin.id,
    appId: appOf(plugin),
    name: plugin.name,
    active: plugin.active,
    state: stateOf(plugin),
    membershipsFor: (question, signal) =>
      orRefused(selectionRefusals, () => (plugin.updatedMethods ? existing(question, signal) : eligible(question, signal))),

    async charge({ memberId, membershipId, idempotencyKey, item, ...asked }, signal) {
      const request = { memberId, membershipId, idempotencyKey, ...itemOf(item) }
      try {
        const answer = await call(plugin, { ...asked, requestId: idempotencyKey }, request, signal, 'CHARGE_MEMBERSHIP')
        return { transactionId: transactionOf(answer) }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        // The key is of this charge alone: what was charged under it is this.
        const before = error.code === 'MEMBERSHIP_ALREADY_CHARGED' && isObject(error.data) ? text(error.data['transactionId']) : undefined
        if (before && before.length <= longestTransactionId) return { transactionId: before }
        return refusedBy(chargeRefusals, error)
      }
    },

    voidability: ({ transactionId, ...asked }, signal) =>
      orRefused(voidRefusals, async () => {
        const said = object(await call(plugin, asked, { transactionId }, signal, 'MEMBERSHIP_VOIDABILITY'))
        const reason = text(said['reason'])?.slice(0, longestReason)
        return { voidable: said['voidable'] === true, ...(reason && { reason }) }
      }),

    void: ({ transactionId, ...asked }, signal) =>
      orRefused(voidRefusals, async () => {
        await call(plugin, asked, { transactionId }, signal, 'VOID_MEMBERSHIP')
        return undefined
      }),
  }
}

const requestOf = ({ lines, memberId }: Pick<MembershipsQuestion, 'lines' | 'memberId'>) => ({
  lineItems: lines.map(({ id, ...item }) => ({ id, ...itemOf(item) })),
  memberId,
})

const itemOf = ({ reference, rootCatalogItemId, scheduledDate, participants }: MembershipItem) => ({
  catalogReference: reference,
  ...(rootCatalogItemId && { rootCatalogItemId }),
  serviceProperties: { ...(scheduledDate && { scheduledDate }), numberOfParticipants: Math.min(participants, mostParticipants) },
})

const textsOf = (said: unknown): readonly string[] => (Array.isArray(said) ? said.filter((one) => typeof one === 'string') : [])

function creditsOf(said: unknown): ProvidedMembership['credits'] {
  if (!isObject(said)) return undefined
  const { total, remaining = 0 } = said
  const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  return isCount(total) && isCount(remaining) ? { total, remaining } : undefined
}

function refusedBy<const Code extends string>(codes: readonly Code[], error: unknown): { readonly refused: Code } {
  const refused = error instanceof NoAnswer && codes.find((code) => code === error.code)
  if (refused) return { refused }
  throw error
}

async function orRefused<T, const Code extends string>(
  codes: readonly Code[],
  ask: () => Promise<T>,
): Promise<T | { readonly refused: Code }> {
  try {
    return await ask()
  } catch (error) {
    return refusedBy(codes, error)
  }
}
