import * as z from 'zod'
import { WeightUnit } from './enums.ts'
import { operation, operations } from './operation.ts'
import { PageKind } from './pages.ts'
import { ExpressCheckout } from './payments.ts'
import { CountryCode, CurrencyCode, Decimal, Guid, Instant } from './primitives.ts'

/**
 * A picture of the shop. `/v1/fit/w_800,h_600` and the like can be appended to `url`; `placeholder` is a tiny data URL to show until it is
 * loaded.
 */
export const Picture = z.object({
  id: z.string(),
  url: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** What must stay in view when it is cropped: fractions of width and height, 0 to 1. */
  focalPoint: z.object({ x: z.number(), y: z.number() }).optional(),
  placeholder: z.string().optional(),
})
export interface Picture extends z.infer<typeof Picture> {}

export const ShopLink = z.object({ label: z.string(), href: z.string() })
export interface ShopLink extends z.infer<typeof ShopLink> {}

/** A link of the menu, and those below it. */
export const MenuLink = ShopLink.extend({ links: z.array(ShopLink).optional() })
export interface MenuLink extends z.infer<typeof MenuLink> {}

/** An hour of the day, `7:30`, and how high the sun stands then: 0 at the horizon, above 1 towards noon. */
export const Hour = z.object({ time: z.string(), rise: z.number() })
export interface Hour extends z.infer<typeof Hour> {}

/** An item in a wide picture, with its letter there and its position, in fractions of width and height, 0 to 1. */
export const HeroPiece = z.object({
  letter: z.string(),
  x: z.number(),
  y: z.number(),
  slug: z.string(),
  name: z.string(),
  /** How it is shown there: `in clay`. */
  detail: z.string().optional(),
  price: Decimal,
  formattedPrice: z.string(),
  inStock: z.boolean(),
})
export interface HeroPiece extends z.infer<typeof HeroPiece> {}

/** A wide picture at the top of the home page, its words and the items in it. */
export const Hero = z.object({
  picture: Picture,
  headline: z.string(),
  say: z.string().optional(),
  link: ShopLink.optional(),
  hour: Hour.optional(),
  /** The corner with room for the words, in the reading direction. */
  textPosition: z.enum(['top-start', 'top-end', 'bottom-start', 'bottom-end']),
  /** How bright the picture is under the words. */
  ground: z.enum(['light', 'dark']),
  pieces: z.array(HeroPiece),
})
export interface Hero extends z.infer<typeof Hero> {}

/** A picture with a line under it; `link` is placed at `{0}`, or ends the line. */
export const CaptionedPicture = z.object({ picture: Picture, caption: z.string(), link: ShopLink.optional() })
export interface CaptionedPicture extends z.infer<typeof CaptionedPicture> {}

export const ShopCollection = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  numberOfProducts: z.int(),
  hour: Hour.optional(),
  picture: Picture.optional(),
  /** What its page opens with, one or two; its picture where there are none. */
  opening: z.array(CaptionedPicture).optional(),
  /** What search engines are given in place of its name and description. */
  seo: z.object({ title: z.string().optional(), description: z.string().optional() }).optional(),
})
export interface ShopCollection extends z.infer<typeof ShopCollection> {}

/** The list of all products. Hidden, it is in no menu and no search engine; its address still works. */
export const AllProductsShown = ShopCollection.pick({ description: true, picture: true, seo: true })
  .partial()
  .extend({ name: z.string().optional(), visible: z.boolean() })

/** How the shop looks: CSS custom properties (`--color-paper`) for both themes and over the light ones those for the dark. */
export const Theme = z.object({
  light: z.record(z.string(), z.string()),
  dark: z.record(z.string(), z.string()),
  /** `data-mark` on the page: what stands for the hour. */
  mark: z.enum(['sun', 'dial']),
  /** `data-swatch` on the page: how a colour is shown. */
  swatch: z.enum(['dipped', 'plain']),
  /** With `dipped`: the names of the options whose colours are glazes; all where left out. */
  dipped: z.array(z.string()).optional(),
  /** Style sheets with the shop's own faces. */
  fonts: z.array(z.string()),
})
export interface Theme extends z.infer<typeof Theme> {}

/** A part of the home page. Fields that a kind does not use are left out. */
export const HomeSection = z.object({
  /**
   * `hero`: one of the heroes with its key. `story`: a hero with `text` and a button. `collections`: all of them by their hours.
   * `best`: one large card and four small. `shelf`: a row of cards. `words`: large sentences with small pictures at `{0}`, `{1}` …
   * `reviews`: the best of what buyers say; where the home page has it, lists of products quote one of their own, too.
   */
  kind: z.enum(['hero', 'story', 'collections', 'best', 'shelf', 'words', 'reviews']),
  /** Which of the heroes, from 0. */
  hero: z.int().optional(),
  /** Only in one of the themes. */
  theme: z.enum(['light', 'dark']).optional(),
  title: z.string().optional(),
  text: z.string().optional(),
  link: ShopLink.optional(),
  /** The products of `best` and `shelf`. */
  slugs: z.array(z.string()).optional(),
  /** Of `words`; of `collections` and of the products of `best` in their order, instead of their own. */
  pictures: z.array(Picture).optional(),
})
export interface HomeSection extends z.infer<typeof HomeSection> {}

/** What is said about delivery before there is an address. */
export const DeliveryPromise = z.object({
  price: Decimal,
  /** Free from this value of goods. */
  freeFrom: Decimal.optional(),
  /** The name of the place: `Germany`. */
  place: z.string(),
  /** When an order placed now arrives there, from the first day to the last; absent if unknown. */
  arrives: z.object({ from: Instant, to: Instant }).optional(),
  /** Until when on this day this applies. */
  orderBefore: Instant.optional(),
})
export interface DeliveryPromise extends z.infer<typeof DeliveryPromise> {}

/** What is said about collecting an order before there is a cart: the first of the places. */
export const PickupPromise = z.object({
  /** What the shop calls it: `Collect at the studio`. */
  title: z.string(),
  addressLine: z.string().optional(),
  city: z.string().optional(),
  price: Decimal,
  /** When an order placed now can be collected; absent if unknown, or where buyers choose a time. */
  ready: z.object({ from: Instant, to: Instant }).optional(),
  /** When the place opens on that day. */
  opens: Instant.optional(),
  /** How many places there are, this one included. */
  places: z.int(),
})
export interface PickupPromise extends z.infer<typeof PickupPromise> {}

/** A page that shoppers read at `/{slug}`, and where the shop links to it. */
export const ShopPage = z.object({
  kind: PageKind,
  slug: z.string(),
  title: z.string(),
  inFooter: z.boolean(),
  inCheckout: z.boolean(),
  inRegistration: z.boolean(),
})
export interface ShopPage extends z.infer<typeof ShopPage> {}

/** What everyone may know about the shop. */
export const Shop = z.object({
  id: Guid,
  name: z.string(),
  /** Whether everybody sees the hosted shop. While it is not, its pages say that it opens soon; the API answers as ever. */
  open: z.boolean(),
  tagline: z.string(),
  about: z.string(),
  wordmark: z.object({ text: z.string(), picture: Picture.optional() }),
  currency: CurrencyCode,
  country: CountryCode,
  /** IANA name of the shop's time zone. */
  timeZone: z.string(),
  /** Today, by the shop's clock: `2026-11-21`. What is expected earlier is late. */
  today: z.string(),
  /** BCP 47, such as `en` or `de-AT`. */
  language: z.string(),
  weightUnit: WeightUnit,
  taxIncludedInPrices: z.boolean(),
  /** The form of wallets (Apple Pay, Google Pay, Link) before the checkout; absent where wallets are not offered. */
  expressCheckout: ExpressCheckout.optional(),
  theme: Theme,
  notice: z.string().optional(),
  heroes: z.array(Hero),
  /** From top to bottom; by default: heroes, collections and products. */
  home: z.array(HomeSection),
  delivery: DeliveryPromise.optional(),
  /** Absent where nothing can be collected. */
  pickup: PickupPromise.optional(),
  /** What is promised beside every product: `Thirty days to change your mind`. */
  promises: z.array(z.string()).optional(),
  /** The merchant's settings of the list of all products; absent if there are none. */
  allProducts: AllProductsShown.optional(),
  /** Those of the menu, in its order. */
  collections: z.array(ShopCollection),
  /** Legal pages first. */
  pages: z.array(ShopPage),
  menu: z.array(MenuLink),
  footer: z.object({
    groups: z.array(z.object({ title: z.string(), links: z.array(ShopLink) })),
    legal: z.array(ShopLink),
    words: z.string().optional(),
  }),
  /** Absent where the shop does not ask for subscribers. */
  newsletter: z.object({ title: z.string(), text: z.string() }).optional(),
  contact: z.object({ email: z.string().optional(), phone: z.string().optional(), address: z.array(z.string()) }),
  numberOfProducts: z.int(),
})
export interface Shop extends z.infer<typeof Shop> {}

export const shop = operations({
  'GET /vitrine/v1/shop': operation({
    as: 'anyone',
    summary: 'Read what everyone may know about the shop',
    input: z.object({}),
    ok: z.object({ shop: Shop }),
    errors: [],
  }),
})
