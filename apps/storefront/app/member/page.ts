import { capital, list, many } from '../shop/text.ts'

interface OnProduct {
  name: string
  slug: string
  picture: string | undefined
}

/** What a member's page shows, as far as they have chosen it. */
export interface MemberPageView {
  reviews: readonly {
    id: string
    stars: number
    title: string | undefined
    text: string | undefined
    bought: boolean
    month: string
    product: OnProduct
  }[]
  answers: readonly { id: string; question: string; text: string; helpful: number; product: OnProduct }[]
  list: { name: string; token: string; count: number; given: number; pictures: readonly string[] } | undefined
  indexable: boolean
}

/** Pictures of what is on the page, each once. */
export function picturesOf({ reviews, answers, list: shared }: Pick<MemberPageView, 'reviews' | 'answers' | 'list'>, most: number) {
  const all = [...reviews, ...answers].flatMap(({ product }) => product.picture ?? [])
  return [...new Set([...all, ...(shared?.pictures ?? [])])].slice(0, most)
}

/** `Three reviews, five answers and one list.` */
export function countsText({ reviews, answers, list: shared }: Pick<MemberPageView, 'reviews' | 'answers' | 'list'>): string {
  const some = [
    ...(reviews.length > 0 ? [many(reviews.length, 'review')] : []),
    ...(answers.length > 0 ? [many(answers.length, 'answer')] : []),
    ...(shared ? ['one list'] : []),
  ]
  return some.length === 0 ? '' : `${capital(list(some))}.`
}
