import type { ReviewReason } from '@vitrine/contract'
import { wordsOf } from '../../kernel/query/words.ts'
import type { ReviewRules } from '../../kernel/settings/review-settings.ts'

/** What a review is judged and ranked by. */
export interface Said {
  readonly rating: number
  readonly title: string | null
  readonly body: string | null
  readonly mediaCount: number
  readonly verified: boolean
}

/** At 95 percent. */
const z = 1.96

/** The share of those who find something helpful, at the least: few votes say little. Wilson's lower bound. */
export function helpfulShare(helpful: number, unhelpful: number): number {
  const votes = helpful + unhelpful
  // Exactly 0: the formula would leave a rounding error.
  if (helpful === 0) return 0
  const share = helpful / votes
  const spread = z * Math.sqrt((share * (1 - share)) / votes + (z * z) / (4 * votes * votes))
  return Math.max(0, (share + (z * z) / (2 * votes) - spread) / (1 + (z * z) / votes))
}

const landmark = Date.UTC(2026, 0, 1)
const yearMs = 365 * 24 * 3_600_000
const muchText = 80

/**
 * How soon a review is shown, in millionths: twice its helpful share, 0.6 for a verified purchase, 0.4 for pictures or films, 0.2 for a text of 80
 * characters and more, and 0.5 for each year that it is younger. The age goes by a fixed day, so that no score changes while time passes.
 */
export function relevanceOf(said: Said & { readonly helpful: number; readonly unhelpful: number; readonly reviewDate: Date }): number {
  const { verified, mediaCount, body, helpful, unhelpful, reviewDate } = said
  const score =
    2 * helpfulShare(helpful, unhelpful) +
    (verified ? 0.6 : 0) +
    (mediaCount > 0 ? 0.4 : 0) +
    ((body ?? '').length >= muchText ? 0.2 : 0) +
    (0.5 * (reviewDate.getTime() - landmark)) / yearMs
  return Math.round(score * 1_000_000)
}

/** How short and how long a text is that can be taken. */
const [shortest, longest] = [40, 200] as const

export interface Praise {
  readonly id: string
  readonly entityId: string
  readonly rating: number
  readonly body: string | null
  readonly authorName: string | null
  readonly helpful: number
  readonly unhelpful: number
  readonly relevance: number
}

/** Those that a shop window quotes, with their texts in one line: one of each product, by stars, helpfulness and relevance. */
export function highlightsOf<Review extends Praise>(reviews: readonly Review[], most: number): (Review & { readonly text: string })[] {
  const readable = reviews.flatMap((review) => {
    const text = (review.body ?? '').replace(/\s+/g, ' ').trim()
    return text.length >= shortest && text.length <= longest ? [{ ...review, text }] : []
  })
  const best = readable
    .map((review) => ({ review, share: helpfulShare(review.helpful, review.unhelpful) }))
    .sort((a, b) => b.review.rating - a.review.rating || b.share - a.share || b.review.relevance - a.review.relevance)
    .map(({ review }) => review)
  const taken = new Map<string, Review & { readonly text: string }>()
  for (const review of best) if (!taken.has(review.entityId)) taken.set(review.entityId, review)
  return [...taken.values()].slice(0, most)
}

const link =
  /(?:https?:\/\/|www\.)\S+|\b[\w.+-]+@[\w-]+\.[a-z]{2,}\b|\b[\w-]+\.(?:com|net|org|info|biz|shop|store|online|xyz|ru|cn|io|co)\b/i

/** Whether one of the words stands in a text, as a word of its own or several in a row, whatever their case and accents. */
export function hasWord(text: string, words: readonly string[]): boolean {
  const said = ` ${wordsOf(text).join(' ')} `
  return words.some((word) => {
    const wanted = wordsOf(word).join(' ')
    return wanted !== '' && said.includes(` ${wanted} `)
  })
}

/** Why somebody of the shop looks at a review before it shows; nothing where it shows at once. */
export function reasonsToWait(rules: ReviewRules, said: Said & { readonly sameText: boolean; readonly muted: boolean }): ReviewReason[] {
  const text = `${said.title ?? ''}\n${said.body ?? ''}`
  return [
    ...(rules.readAll ? (['ALL_ARE_READ'] as const) : []),
    ...(said.muted ? (['MUTED'] as const) : []),
    ...(rules.holdUnverified && !said.verified ? (['NOT_VERIFIED'] as const) : []),
    ...(said.rating < rules.minRating ? (['LOW_RATING'] as const) : []),
    ...(hasWord(text, rules.words) ? (['WORD'] as const) : []),
    ...(rules.holdLinks && link.test(text) ? (['LINK'] as const) : []),
    ...(said.sameText ? (['SAME_TEXT'] as const) : []),
    ...(rules.holdMedia && said.mediaCount > 0 ? (['MEDIA'] as const) : []),
  ]
}

/** The status of what a buyer has written: `IN_MODERATION` where a rule has found something, `SUBMITTED` where the shop reads everything. */
export function statusFor(reasons: readonly ReviewReason[]): 'APPROVED' | 'SUBMITTED' | 'IN_MODERATION' {
  if (reasons.length === 0) return 'APPROVED'
  return reasons.some((reason) => reason !== 'ALL_ARE_READ') ? 'IN_MODERATION' : 'SUBMITTED'
}

const priorMean = 3.5
const priorCount = 5

/** By what products are sorted as best rated: the average, drawn to the middle where few have rated. Without a rating it is the middle. */
export const bestRated = (stars: readonly number[]): number => {
  const count = stars.reduce((sum, n) => sum + n, 0)
  const sum = stars.reduce((total, n, i) => total + n * (i + 1), 0)
  return (sum + priorMean * priorCount) / (count + priorCount)
}

/** To one decimal place; 0 where nobody has rated. */
export function averageOf(stars: readonly number[]): number {
  const count = stars.reduce((sum, n) => sum + n, 0)
  return count === 0 ? 0 : Math.round((10 * stars.reduce((total, n, i) => total + n * (i + 1), 0)) / count) / 10
}
