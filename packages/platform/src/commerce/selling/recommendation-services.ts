import type { Db } from '../../kernel/db/sql.ts'
import { inTime } from '../../kernel/in-time.ts'
import type { PluginAlgorithm } from '../../kernel/settings/plugin-settings.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { NoAnswer, outside } from './outside-calls.ts'

/** What a service for recommendations is asked. Nothing in it tells one buyer from another. */
export interface RecommendationsQuestion {
  readonly site: string
  readonly providerId: string
  readonly currency: string
  readonly language: string
  /** In lowercase. */
  readonly algorithmIds: readonly string[]
  /** What it goes with. */
  readonly productIds: readonly string[]
}

/** Products by the id of the algorithm that recommends them, the best first; whether the shop sells them is not known yet. */
export interface RecommendationsAnswer {
  readonly lists: Readonly<Record<string, readonly string[]>>
}

/** Somebody who knows what goes with a product, or what sells in the whole country. */
export interface RecommendationProvider {
  /** A GUID; the `appId` of its algorithms on the wire. */
  readonly id: string
  readonly name: string
  /** Changes when answers of before hold no more. */
  readonly state?: string
  readonly algorithms: readonly PluginAlgorithm[]
  recommend(question: RecommendationsQuestion, signal: AbortSignal): Promise<RecommendationsAnswer>
}

interface AskedForRecommendations {
  readonly provider: RecommendationProvider
  readonly algorithmIds: readonly string[]
  readonly productIds: readonly string[]
  /** Whoever cannot wait until the service is late goes on without its answer, which is there for whoever asks next. */
  readonly waitMs?: number
}

export type AskForRecommendations = (
  db: Db,
  site: string,
  settings: Pick<Sections, 'commerce'>,
  asked: AskedForRecommendations,
) => Promise<RecommendationsAnswer | NoAnswer>

export interface RecommendationServicesOptions {
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

/** Whether the shop sells what was recommended is looked up each time: only the order of a list is remembered. */
const cacheMs = 60_000
const failedMs = 15_000
/** So many algorithms the published form asks for at once. */
export const mostAlgorithmsAsked = 10

export function recommendationServices({ timeoutMs, report }: RecommendationServicesOptions): AskForRecommendations {
  const { answer } = outside<RecommendationsQuestion, RecommendationsAnswer, RecommendationProvider>({
    ask: (question, signal, provider) => provider.recommend(question, signal),
    keyOf: ({ algorithmIds, productIds, ...question }) => ({
      ...question,
      algorithmIds: algorithmIds.toSorted(),
      productIds: productIds.toSorted(),
    }),
    timeoutMs,
    cacheMs,
    failedMs,
    report,
  })

  return async (db, site, { commerce }, { provider, algorithmIds, productIds, waitMs }) => {
    const { currency, locale } = commerce
    const question = { site, providerId: provider.id, currency, language: locale.slice(0, 2), algorithmIds, productIds }
    if (waitMs === undefined) return answer(db, question, provider)
    const late = new NoAnswer(`${provider.name} did not answer within ${waitMs} ms.`, { code: 'TIMEOUT' })
    return inTime(
      waitMs,
      () => answer(db, question, provider),
      () => late,
    ).catch((error: unknown) => {
      if (error === late) return late
      throw error
    })
  }
}
