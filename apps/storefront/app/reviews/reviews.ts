import type { ReviewSort } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'
import { GUID } from '../shop/guid.ts'

/** A film of a buyer. */
export interface FilmView {
  url: string
  streamUrl: string
  /** Its poster, once the shop has made one. */
  poster: string
  width: number
  height: number
}

export interface ReviewView {
  id: string
  stars: number
  title: string | undefined
  text: string | undefined
  author: string
  verified: boolean
  /** ISO, and as people of the shop's country write it. */
  date: string
  day: string
  pictures: readonly Media[]
  films: readonly FilmView[]
  reply: { day: string; text: string } | undefined
  helpful: number
}

/** As an address asks for reviews: `?stars=5&reviews=helpful&upto=10`. */
export interface Asked {
  /** The one that a link leads to, before the others: `?review=…`. */
  first: string | undefined
  stars: number | undefined
  sort: ReviewSort
  upTo: number
}

export const REVIEW_SORTS: Readonly<Record<ReviewSort, string>> = {
  relevant: 'Most relevant',
  newest: 'Newest',
  highest: 'Highest',
  lowest: 'Lowest',
  helpful: 'Most helpful',
}

export interface ReviewsView {
  average: number
  count: number
  /** How many gave one star, two, three, four, five. */
  stars: readonly number[]
  list: readonly ReviewView[]
  /** Of those that are asked for, how many are not shown yet: about so many. */
  left: number
  /** A few of the pictures of all. */
  pictures: readonly Media[]
  asked: Asked
}

export const FIRST = 5
const MOST = 100

export function readAsked(search: URLSearchParams): Asked {
  const stars = Number(search.get('stars'))
  const sort = search.get('reviews') ?? ''
  const upTo = Number(search.get('upto'))
  const first = search.get('review') ?? ''
  return {
    first: GUID.test(first) ? first : undefined,
    stars: Number.isInteger(stars) && stars >= 1 && stars <= 5 ? stars : undefined,
    sort: Object.hasOwn(REVIEW_SORTS, sort) ? (sort as ReviewSort) : 'relevant',
    upTo: Number.isInteger(upTo) && upTo > FIRST ? Math.min(upTo, MOST) : FIRST,
  }
}

/** The address of these reviews, below the page's own. */
export function askedFor({ first, stars, sort, upTo }: Asked): string {
  const search = new URLSearchParams({
    ...(first !== undefined && { review: first }),
    ...(stars !== undefined && { stars: String(stars) }),
    ...(sort !== 'relevant' && { reviews: sort }),
    ...(upTo > FIRST && { upto: String(upTo) }),
  })
  return search.size > 0 ? `?${search}` : ''
}
