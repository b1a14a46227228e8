import type { PageField, PageKind } from '@vitrine/contract'

/** A page that shoppers read. */
export interface PublishedPageEntry {
  readonly id: string
  readonly kind: PageKind
  readonly slug: string
  readonly title: string
  readonly version: number
  readonly inFooter: boolean
  readonly inCheckout: boolean
  readonly inRegistration: boolean
  /** Those that its text names; absent where it was published before they were written down. */
  readonly fields?: readonly PageField[]
}

/** Which pages shoppers read, and where they are linked. It is written with each change of a page, so that nobody asks for the pages themselves. */
export interface PageSettings {
  readonly published: readonly PublishedPageEntry[]
}

export const freshPages: PageSettings = { published: [] }
