import type { CatalogReference } from '@vitrine/contract'
import { type Line, type Membership, type MembershipAnswer, type MembershipChoice, membershipsFor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { membershipsApp } from './apps.ts'
import { counts, type KnownLine } from './line.ts'
import { NoAnswer, outside } from './outside-calls.ts'

/** What a membership is to pay for, as services are told. */
export interface MembershipItem {
  readonly reference: CatalogReference
  readonly rootCatalogItemId?: string
  readonly scheduledDate?: string
  /** How many units or people it is for: the published form has no other number. */
  readonly participants: number
}

export interface MembershipsQuestion {
  readonly site: string
  readonly providerId: string
  readonly currency: string
  readonly language: string
  readonly memberId: string
  readonly lines: readonly (MembershipItem & { readonly id: string })[]
  readonly selected: readonly SelectedMembership[]
}

export interface SelectedMembership {
  readonly id: string
  readonly lineIds: readonly string[]
}

export interface ProvidedMembership extends SelectedMembership {
  readonly name: string
  readonly credits?: { readonly total: number; readonly remaining: number }
  readonly endsAt?: number
}

export interface ProvidedMemberships {
  readonly eligible: readonly ProvidedMembership[]
  readonly invalid: readonly { readonly membership: ProvidedMembership; readonly reason: string }[]
  /** What it accepts of the selection that it was asked about. */
  readonly selected: readonly SelectedMembership[]
}

/** Why a service says no to a selection, to a charge and to a void: the codes of the published form. */
export const selectionRefusals = ['INVALID_SELECTION', 'INSUFFICIENT_BALANCE'] as const
export const chargeRefusals = ['MEMBERSHIP_DOES_NOT_APPLY_TO_ITEM', 'MEMBERSHIP_CANNOT_BE_CHARGED', 'MEMBERSHIP_ALREADY_CHARGED'] as const
export const voidRefusals = ['TRANSACTION_NOT_FOUND', 'TRANSACTION_CANNOT_BE_VOIDED', 'TRANSACTION_ALREADY_VOIDED'] as const

interface Refused<Code> {
  readonly refused: Code
}

interface Asked {
  readonly site: string
  readonly currency: string
  readonly language: string
}

export interface ChargeQuestion extends Asked {
  readonly memberId: string
  readonly membershipId: string
  /** The same where it is asked once more because the answer was lost: the service charges once. */
  readonly idempotencyKey: string
  readonly item: MembershipItem
}

/**
 * Somebody whose memberships pay here. It says no with `refused`; whatever else is wrong is thrown as a `NoAnswer`, and then nobody knows
 * whether it did what it was asked, but where the code is `CIRCUIT_OPEN` or `OUTBOUND_ADDRESS_NOT_ALLOWED`.
 */
export interface MembershipService {
  /** A GUID. */
  readonly id: string
  /** The `appId` of its memberships. */
  readonly appId: string
  readonly name: string
  /** Whether its memberships are offered; charges are voided also when they are not. */
  readonly active: boolean
  /** Changes when answers of before hold no more. */
  readonly state: string
  membershipsFor(
    question: MembershipsQuestion,
    signal: AbortSignal,
  ): Promise<ProvidedMemberships | Refused<(typeof selectionRefusals)[number]>>
  charge(
    question: ChargeQuestion,
    signal: AbortSignal,
  ): Promise<{ readonly transactionId: string } | Refused<(typeof chargeRefusals)[number]>>
  voidability(
    question: Asked & { readonly transactionId: string },
    signal: AbortSignal,
  ): Promise<{ readonly voidable: boolean; readonly reason?: string } | Refused<(typeof voidRefusals)[number]>>
  /** Undefined where it is done. */
  void(
    question: Asked & { readonly transactionId: string },
    signal: AbortSignal,
  ): Promise<Refused<(typeof voidRefusals)[number]> | undefined>
}

/** What services say of a member's memberships. */
export interface ServiceMemberships {
  readonly memberships: readonly Membership[]
  readonly invalid: MembershipAnswer['invalid']
  readonly accepted: readonly MembershipChoice[]
  /** Whose memberships they are. */
  readonly appIds: ReadonlySet<string>
  /** Why an app accepts no selection, where it says, or why it said nothing. */
  readonly because: ReadonlyMap<string, string>
}

export const noServiceMemberships: ServiceMemberships = {
  memberships: [],
  invalid: [],
  accepted: [],
  appIds: new Set(),
  because: new Map(),
}

export type FindServiceMemberships = (
  db: Db,
  site: string,
  settings: Pick<Sections, 'commerce' | 'plugins'>,
  lines: readonly KnownLine[],
  wanted: { readonly memberId: string; readonly choices: readonly MembershipChoice[] },
) => Promise<ServiceMemberships>

export interface MembershipServicesOptions {
  readonly services: (settings: Pick<Sections, 'plugins'>) => readonly MembershipService[]
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

/** A membership is used elsewhere at any time: an answer holds while a page is made and the next click is. */
const cacheMs = 10_000
const failedMs = 5000

/** The same lines may have other ids by now: an answer has them by their places. */
interface Told {
  readonly answer: ProvidedMemberships | Refused<string>
  readonly askedIds: readonly string[]
}

/** The item of a line that memberships of services may pay for; what is bought again and again is not, and gift cards are not. */
export function membershipItemOf(line: KnownLine): MembershipItem | undefined {
  const { reference, quantity } = line
  if (!reference || !counts(line) || line.item.plan || line.item.itemType === 'GIFT_CARD') return undefined
  const { productId, service } = line.item
  return {
    reference: {
      appId: reference.appId,
      catalogItemId: reference.catalogItemId,
      ...(reference.options && { options: reference.options }),
    },
    ...(productId && { rootCatalogItemId: productId }),
    ...(service?.scheduledDate && { scheduledDate: service.scheduledDate }),
    participants: quantity * (service?.numberOfParticipants ?? 1),
  }
}

/** Asks each service that the shop has for this; a shop without one asks nobody. */
export function membershipServices({ services, timeoutMs, report }: MembershipServicesOptions): FindServiceMemberships {
  const { answer } = outside<MembershipsQuestion, Told, MembershipService>({
    ask: async (question, signal, service) => ({
      answer: await service.membershipsFor(question, signal),
      askedIds: question.lines.map(({ id }) => id),
    }),
    keyOf: ({ site, providerId, currency, language, memberId, lines, selected }) => [
      [site, providerId, currency, language, memberId],
      lines.map(({ reference, rootCatalogItemId, scheduledDate, participants }) => ({
        reference,
        rootCatalogItemId,
        scheduledDate,
        participants,
      })),
      selected.map(({ id, lineIds }) => [id, lineIds.map((lineId) => lines.findIndex((line) => line.id === lineId))]),
    ],
    timeoutMs,
    cacheMs,
    failedMs,
    report,
  })

  return async (db, site, settings, known, { memberId, choices }) => {
    const asked = services(settings).filter(({ active }) => active)
    const lines = known.flatMap((line) => {
      const item = membershipItemOf(line)
      return item ? [{ id: line.id, ...item }] : []
    })
    if (asked.length === 0 || lines.length === 0) return noServiceMemberships
    const { currency, locale } = settings.commerce
    const question = { site, currency, language: locale.slice(0, 2), memberId, lines }
    const because = new Map<string, string>()
    const all: Pick<ServiceMemberships, 'memberships' | 'invalid' | 'accepted'>[] = []
    for (const service of asked) {
      const { id: providerId, appId } = service
      const selected = selectionOf(appId, choices, lines)
      let told = await answer(db, { ...question, providerId, selected }, service)
      if (!(told instanceof NoAnswer) && 'refused' in told.answer) {
        because.set(appId, told.answer.refused)
        // What else it has is not lost with the selection.
        told = await answer(db, { ...question, providerId, selected: [] }, service)
      }
      if (told instanceof NoAnswer) because.set(appId, told.code)
      else if ('refused' in told.answer) because.set(appId, told.answer.refused)
      else all.push(offeredBy(appId, told.answer, movedTo(lines, told.askedIds)))
    }
    return {
      memberships: all.flatMap(({ memberships }) => memberships),
      invalid: all.flatMap(({ invalid }) => invalid),
      accepted: all.flatMap(({ accepted }) => accepted),
      appIds: new Set(asked.map(({ appId }) => appId)),
      because,
    }
  }
}

/** What a buyer wants of one service, each membership once. */
function selectionOf(
  appId: string,
  choices: readonly MembershipChoice[],
  lines: readonly { readonly id: string }[],
): readonly SelectedMembership[] {
  const there = new Set(lines.map(({ id }) => id))
  const all = new Map<string, readonly string[]>()
  for (const choice of choices) {
    const lineIds = choice.lineIds.filter((id) => there.has(id))
    if (choice.appId.toLowerCase() === appId && lineIds.length > 0) all.set(choice.id, [...(all.get(choice.id) ?? []), ...lineIds])
  }
  return [...all].map(([id, lineIds]) => ({ id, lineIds }))
}

/** The ids that lines have now which were asked about by others. */
const movedTo =
  (lines: MembershipsQuestion['lines'], askedIds: readonly string[]) =>
  (lineIds: readonly string[]): readonly string[] =>
    lineIds.flatMap((id) => lines[askedIds.indexOf(id)]?.id ?? [])

function offeredBy(
  appId: string,
  { eligible, invalid, selected }: ProvidedMemberships,
  moved: (lineIds: readonly string[]) => readonly string[],
): Pick<ServiceMemberships, 'memberships' | 'invalid' | 'accepted'> {
  const membershipOf = ({ id, name, lineIds, credits, endsAt }: ProvidedMembership): Membership => ({
    id,
    appId,
    name,
    scopes: [],
    lineIds: moved(lineIds),
    off: { percent: '100' },
    credits: credits ?? null,
    endsAt: endsAt ?? null,
  })
  return {
    memberships: eligible.map(membershipOf),
    invalid: invalid.map(({ membership, reason }) => ({ membership: membershipOf(membership), id: membership.id, appId, reason })),
    accepted: selected.map(({ id, lineIds }) => ({ id, appId, lineIds: moved(lineIds) })),
  }
}

/** A membership that a buyer chose, of another app than the shop's own, and that does not pay. */
export interface UnmetChoice {
  readonly reason: string
  readonly lineIds: readonly string[]
}

export interface OfferedMemberships extends MembershipAnswer {
  readonly services: { readonly appIds: ReadonlySet<string>; readonly unmet: readonly UnmetChoice[] }
}

/** The shop's own memberships and those of services. What a service does not accept of a selection does not pay. */
export function membershipsOffered(
  lines: readonly Line[],
  own: readonly Membership[],
  { memberships, invalid, accepted, appIds, because }: ServiceMemberships,
  chosen: readonly MembershipChoice[],
  at: number,
): OfferedMemberships {
  const choices = chosen.map((choice) => ({ ...choice, lineIds: choice.lineIds.filter((id) => lines.some((line) => line.id === id)) }))
  const isAccepted = ({ id, appId, lineIds }: MembershipChoice) =>
    lineIds.every((lineId) => accepted.some((one) => one.id === id && one.appId === appId && one.lineIds.includes(lineId)))
  const theirs = choices
    .map((choice) => ({ ...choice, appId: choice.appId.toLowerCase() }))
    .filter(({ appId, lineIds }) => appIds.has(appId) && lineIds.length > 0)
  const held = [...choices.filter(({ appId }) => !appIds.has(appId.toLowerCase())), ...theirs.filter(isAccepted)]
  const answer = membershipsFor(lines, [...own, ...memberships], held, at)
  const refused = theirs.flatMap((choice) => {
    if (isAccepted(choice) || invalid.some(({ id, appId }) => id === choice.id && appId === choice.appId)) return []
    const membership = memberships.find(({ id, appId }) => id === choice.id && appId === choice.appId) ?? null
    const reason = because.get(choice.appId) ?? (membership ? 'NOT_APPLICABLE_TO_LINE_ITEMS' : 'NOT_FOUND')
    return [{ membership, id: choice.id, appId: choice.appId, reason }]
  })
  const all = [...answer.invalid, ...invalid, ...refused]
  const paid = new Set(answer.selected.flatMap(({ lineIds }) => lineIds))
  const unmet = choices.flatMap(({ id, appId, lineIds }): UnmetChoice[] => {
    const unpaid = lineIds.filter((lineId) => !paid.has(lineId))
    if (appId.toLowerCase() === membershipsApp || unpaid.length === 0) return []
    const known = all.find((one) => one.id === id && one.appId === appId.toLowerCase())
    return [{ reason: known?.reason ?? 'NOT_FOUND', lineIds: unpaid }]
  })
  const eligible = answer.eligible.filter(({ membership }) => !refused.some((one) => one.membership === membership))
  return { ...answer, eligible, invalid: all, services: { appIds, unmet } }
}
