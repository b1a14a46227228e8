import { toDecimal, validityOf } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { RuleTrigger } from '../../kernel/settings/discount-settings.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { counts, type KnownLine } from './line.ts'
import { NoAnswer, outside } from './outside-calls.ts'

/** What a provider of triggers is asked: which of them hold for these things. Nothing in it tells one buyer from another. */
export interface TriggersQuestion {
  readonly site: string
  readonly providerId: string
  readonly currency: string
  readonly language: string
  readonly lines: readonly {
    readonly id: string
    readonly quantity: number
    /** One unit, as decimal text. */
    readonly price: string
    readonly appId: string
    readonly productId: string
  }[]
  readonly triggerIds: readonly string[]
}

/** Somebody who knows when a CUSTOM trigger holds: when it rains, when the band plays. What it does not answer in time does not hold. */
export interface DiscountTriggerProvider {
  /** A GUID; the `appId` of its triggers on the wire. */
  readonly id: string
  readonly name: string
  /** Changes when answers of before hold no more. */
  readonly state?: string
  /** Those that a merchant may choose from. */
  triggers(site: string, signal: AbortSignal): Promise<readonly { readonly id: string; readonly name: string }[]>
  eligible(question: TriggersQuestion, signal: AbortSignal): Promise<{ readonly triggerIds: readonly string[] }>
}

export interface HoldingTrigger {
  readonly appId: string
  readonly id: string
}

/** The CUSTOM triggers of the shop's rules that hold for these lines. */
export type FindTriggers = (
  db: Db,
  site: string,
  settings: Pick<Sections, 'discounts' | 'commerce' | 'plugins'>,
  lines: readonly KnownLine[],
) => Promise<readonly HoldingTrigger[]>

export interface TriggersOptions {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly DiscountTriggerProvider[]
  readonly timeoutMs: number
  readonly now: () => Date
  readonly report: (fault: unknown) => void
}

/** A shop where it rains no more soon says so. */
export const triggerCacheMs = 60_000
const failedMs = 15_000

export const customOf = (trigger: RuleTrigger | undefined): readonly HoldingTrigger[] =>
  !trigger
    ? []
    : 'triggers' in trigger
      ? trigger.triggers.flatMap(customOf)
      : trigger.type === 'CUSTOM'
        ? [{ appId: trigger.appId.toLowerCase(), id: trigger.id }]
        : []

/** Asks those whom live rules ask, each once for all of its triggers; a shop without such rules asks nobody. */
export function customTriggers({ providers, timeoutMs, now, report }: TriggersOptions): FindTriggers {
  const { answer } = outside<TriggersQuestion, { readonly triggerIds: readonly string[] }, DiscountTriggerProvider>({
    ask: async (question, signal, provider) => {
      const { triggerIds } = await provider.eligible(question, signal)
      return { triggerIds: triggerIds.filter((id) => question.triggerIds.includes(id)) }
    },
    timeoutMs,
    cacheMs: triggerCacheMs,
    failedMs,
    report,
  })

  return async (db, site, settings, lines) => {
    const at = now().getTime()
    const wanted = (settings.discounts?.rules ?? []).flatMap(({ active, startsAt, endsAt, trigger }) => {
      const span = { startsAt: startsAt ? Date.parse(startsAt) : null, endsAt: endsAt ? Date.parse(endsAt) : null }
      return active && validityOf(span, at) === 'LIVE' ? customOf(trigger) : []
    })
    const bought = lines.filter(counts)
    if (wanted.length === 0 || bought.length === 0) return []
    const { currency, locale } = settings.commerce
    const question = {
      currency,
      language: locale.slice(0, 2),
      lines: bought.map(({ quantity, reference, item }, i) => ({
        id: String(i + 1),
        quantity,
        price: toDecimal(item.price, currency),
        appId: reference?.appId ?? '',
        productId: item.productId,
      })),
    }
    const holding: HoldingTrigger[] = []
    for (const provider of providers(settings)) {
      const id = provider.id.toLowerCase()
      const triggerIds = [...new Set(wanted.flatMap((one) => (one.appId === id ? one.id : [])))].sort()
      if (triggerIds.length === 0) continue
      const told = await answer(db, { site, providerId: id, ...question, triggerIds }, provider)
      if (!(told instanceof NoAnswer)) holding.push(...told.triggerIds.map((triggerId) => ({ appId: id, id: triggerId })))
    }
    return holding
  }
}
