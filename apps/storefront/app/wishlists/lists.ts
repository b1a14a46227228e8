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

/** How something on the list of somebody else stands. */
export interface GivenView {
  readonly given: number
  readonly byMe: number
  readonly left: number
  /** The day of the last gift: `21 November`. */
  readonly on: string | undefined
}

/** What came of giving something, or of taking it back. */
export interface GiftAnswer {
  readonly item?: string
  readonly said?: string
  readonly wrong?: string
  readonly inCart?: boolean
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
  /** For those who have a link to the list. */
  readonly given?: GivenView | undefined
  /** For its owner, when the day has come: who gives it. */
  readonly gifts?: readonly string[]
}

export const listName = ({ name, kind }: Pick<ChoosableList, 'name' | 'kind'>): string =>
  name || (kind === 'DEFAULT' ? 'Wish list' : 'List')

/** `Five objects, only you` */
export const contentsText = ({ itemCount, shared }: Pick<ChoosableList, 'itemCount' | 'shared'>): string =>
  `${itemCount === 0 ? 'Nothing yet' : capital(many(itemCount, 'object'))}, ${shared ? 'whoever has the link' : 'only you'}`

/** Nothing of it is left to give. */
export const isGiven = ({ given }: Pick<EntryView, 'given'>): boolean => given?.left === 0
