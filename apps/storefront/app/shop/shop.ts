import type { ExpressCheckout, PageKind } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'

/** What a shop says about itself: nothing on a page is ours but the words between. */
export interface Shop {
  name: string
  /** The name as it is written in the header. */
  wordmark: string
  /** A picture in its place. */
  logo?: Media | undefined
  /** Beside the name in the title of the first page. */
  tagline: string
  about: string
  /** A few sentences at the foot of every page. */
  words: string
  /** Staff alone see it; visitors read that it opens soon. */
  closed: boolean
  /** Of products in all. */
  count: number
  /** BCP 47. */
  locale: string
  /** ISO 4217. */
  currency: string
  /** Where it is at home: ISO 3166-1. */
  country: string
  /** IANA name: the clock on its wall. */
  timeZone: string
  /** The day that it is there: `2026-11-21`. */
  today: string
  /** Whom to write to. */
  email?: string | undefined
  /** Where it is, line by line. */
  address: readonly string[]
  theme: Theme
  notice?: string | undefined
  /** Two levels at the most. */
  menu: readonly (Way & { ways?: readonly Way[] | undefined })[]
  /** Whether the list of all products is in menus and told to search engines. */
  listsAll: boolean
  footer: { columns: readonly { title: string; ways: readonly Way[] }[]; base: readonly Way[] }
  /** What it asks for subscribers with; absent where it does not. */
  newsletter?: { title: string; text: string } | undefined
  /** What one agrees to by opening an account. */
  joining: readonly (Way & { kind: PageKind })[]
  /** What the whole of the collections is called: `The morning`. */
  collectionsTitle: string
  collections: readonly Pick<CollectionView, 'slug' | 'name' | 'count' | 'hour'>[]
  /** Packed pictures of its collections, for pages without pictures of their own. */
  covers?: string | undefined
  /** Options whose colours are glazes, with a bare foot; all of them where left out. */
  dipped?: readonly string[] | undefined
  delivery?: Delivery | undefined
  /** Said under a price: `With VAT.` */
  priceNote: string
  /** Prices are as people pay them. */
  taxIncluded: boolean
  /** What wallets and the payment provider's form need; absent where they are not offered. */
  express?: ExpressCheckout | undefined
  /** What the buy box promises beside delivery: `Thirty days to change your mind`. */
  promises: readonly string[]
}

export interface Theme {
  /** Design tokens that this shop sets otherwise, for both themes. */
  css: string | null
  /** The ground of both themes: browsers colour what is around a page by it. */
  paper: { light: string; dark: string }
  /** What stands where hours are shown. */
  mark: 'sun' | 'dial'
  swatch: 'dipped' | 'plain'
  /** Style sheets with the shop's own faces. */
  sheets: readonly string[]
  /** The files of its faces that a first page needs. */
  faces: readonly string[]
}

export interface Way {
  label: string
  href: string
}

export interface HourOfDay {
  time: string
  /** How high the sun stands: 0.12 … 1.43. */
  rise: number
}

export interface Delivery {
  /** Of the country the shop delivers to by itself, decimal text. */
  price: string
  /** Free from this value of goods. */
  freeFrom?: string | undefined
  /** `Germany` */
  place: string
  /** When it arrives: `Tue 24 – Wed 25 November`, and the words before that. */
  days?: string | undefined
  lead?: string | undefined
}

export interface CollectionView {
  id: string
  slug: string
  name: string
  description: string
  count: number
  hour?: HourOfDay | undefined
  cover?: Media | undefined
  /** What search engines are told in place of its name and description. */
  seo?: { title?: string | undefined; description?: string | undefined } | undefined
}

/** A wide picture whose pieces carry letters, in the order of the key beside it. */
export interface PlateView {
  title: string
  hour?: HourOfDay | undefined
  picture: Media
  /** Where the title stands in the picture's air: a corner in the reading direction. */
  titleAt: 'ts' | 'te' | 'bs' | 'be'
  /** Whether the picture is light or dark where the title stands. */
  tone: 'light' | 'dark'
  /** What stays in sight when the picture is cropped, in percent. */
  focus: { x: number; y: number }
  say: string
  go?: Way | undefined
  pins: readonly Pin[]
}

export interface Pin {
  x: number
  y: number
  letter: string
  name: string
  href: string
  /** `in clay` */
  chosen?: string | undefined
  price: number
}

/** What stands on the first page, from top to bottom. */
export type Block =
  /** `when`: only in the light or only in the dark theme. */
  | { kind: 'plate'; plate: Plate; when?: 'light' | 'dark' | undefined }
  /** A plate with a longer text and a button. */
  | { kind: 'story'; plate: Plate; lead: string; button: Way }
  /** The collections by their hours. */
  | { kind: 'hours'; title: string; go: Way; pictures: readonly Media[] }
  /** One large card and four small ones, or a row; without products the first of that order. `pictures` stand for those of the first. */
  | {
      kind: 'best' | 'shelf'
      title: string
      go: Way
      products?: readonly string[] | undefined
      sort: 'featured' | 'newest'
      pictures: readonly Media[]
    }
  /** What buyers say. */
  | { kind: 'reviews'; title: string }
  /** A few large sentences with small pictures in them: `We throw {0}, weave {1}`. */
  | { kind: 'creed'; text?: string | undefined; pictures: readonly Media[]; go?: Way | undefined }

/** A plate as the shop sets it up: its pieces are products by their slugs. */
export interface Plate extends Omit<PlateView, 'pins'> {
  pins: readonly (Omit<Pin, 'href'> & { slug: string })[]
}

/** All of the settings; pages are given no more of them than they show. */
export interface Settings extends Omit<Shop, 'covers'> {
  collections: readonly CollectionView[]
  id: string
  /** The page of all products. */
  all: { title: string; lead: string } & Pick<CollectionView, 'cover' | 'seo'>
  home: readonly Block[]
  /** Where an order can be collected, and when one that is placed now is ready. */
  collect?: { place: string; ready: string | undefined } | undefined
  /** One or two pictures and their captions for the opening of a collection, by its slug. */
  openings: Readonly<Record<string, readonly Opening[]>>
}

export interface Opening {
  picture: Media
  caption: string
  /** The product that stands at `{0}` of the caption, or ends it. */
  product?: Way | undefined
}

/** Where things are, so that no page spells an address by itself. */
export const to = {
  home: '/',
  all: '/products',
  product: (slug: string, choices?: Readonly<Record<string, string>>) =>
    `/products/${encodeURIComponent(slug)}${choices && Object.keys(choices).length > 0 ? `?${new URLSearchParams(choices)}` : ''}`,
  questions: (slug: string) => `/products/${encodeURIComponent(slug)}/questions`,
  collection: (slug: string) => `/collections/${encodeURIComponent(slug)}`,
  page: (slug: string) => `/${encodeURIComponent(slug)}`,
  cookies: '/cookies',
  giftCard: '/gift-card',
  search: (q?: string) => (q ? `/search?${new URLSearchParams({ q })}` : '/search'),
  backInStock: '/back-in-stock',
  knownAlerts: (product: string) => `/back-in-stock/known?product=${product}`,
  cart: '/cart',
  begin: '/cart/begin',
  viewed: '/viewed',
  checkout: '/checkout',
  account: '/account',
  findOrder: '/orders',
  newsletter: '/newsletter',
} as const
