import type { WishlistAvailability, WishlistSummary } from '@vitrine/contract'
import type { CardView } from '../catalogue/product.ts'
import { capital, many } from '../shop/text.ts'

/** A list as one chooses among several. */
export type ChoosableList = Pick<WishlistSummary, 'id' | 'kind' | 'name' | 'itemCount' | 'shared' | 'holds'> & {
  readonly imageIds: readonly string[]
}

export interface ListsAnswer {
  readonly lists: readonly ChoosableList[]
  readonly signedIn: boolean
  readonly wrong?: string
}

/** Something on a list, beside its card: there is none of what is gone. */
export interface EntryView {
  readonly id: string
  readonly name: string
  readonly card: CardView | undefined
  /** `Sage, large` */
  readonly chosen: string | undefined
  /** By the options' names. */
  readonly choices: Readonly<Record<string, string>>
  readonly quantity: number
  readonly note: string | undefined
  readonly availability: WishlistAvailability
  readonly price: number | undefined
  /** When it was put here, where it was another. */
  readonly was: number | undefined
}

export const listName = ({ name, kind }: Pick<ChoosableList, 'name' | 'kind'>): string =>
  name || (kind === 'DEFAULT' ? 'Wish list' : 'List')

/** `Five objects, only you` */
export const contentsText = ({ itemCount, shared }: Pick<ChoosableList, 'itemCount' | 'shared'>): string =>
  `${itemCount === 0 ? 'Nothing yet' : capital(many(itemCount, 'object'))}, ${shared ? 'whoever has the link' : 'only you'}`
