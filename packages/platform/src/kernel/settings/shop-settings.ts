import type {
  CaptionedPicture,
  Hero,
  HeroPiece,
  HomeSection,
  Hour,
  LookColors,
  LookCorners,
  LookFont,
  LookSpacing,
  Picture,
  Shop,
} from '@vitrine/contract'

/** A picture among the shop's media, as settings name it: everything but its address. */
export type ShopPicture = Omit<Picture, 'url'>

/** A thing in a wide picture, by the product and the choices it stands for: name, price and stock are asked for when it is shown. */
export interface HeroPieceSettings extends Pick<HeroPiece, 'letter' | 'x' | 'y' | 'detail'> {
  readonly productId: string
  readonly choices?: Readonly<Record<string, string>>
}

export interface HeroSettings extends Omit<Hero, 'picture' | 'pieces'> {
  readonly picture: ShopPicture
  readonly pieces: readonly HeroPieceSettings[]
}

export interface HomeSectionSettings extends Omit<HomeSection, 'pictures'> {
  readonly pictures?: readonly ShopPicture[]
  /** Its settings are preserved, but shoppers do not see it. */
  readonly hidden?: true
}

export interface CaptionedPictureSettings extends Omit<CaptionedPicture, 'picture'> {
  readonly picture: ShopPicture
}

/** How a shop shows a collection beyond what the catalogue says of it. */
export interface CollectionSettings {
  readonly id: string
  readonly hour?: Hour
  /** What its page opens with, one or two; its picture where there are none. */
  readonly opening?: readonly CaptionedPictureSettings[]
}

/** What the design tokens of a shop are made from. */
export interface LookSettings {
  /** The dark ones are made from the light ones where there are none. */
  readonly colors: { readonly light: LookColors; readonly dark?: LookColors }
  readonly fonts: { readonly display: LookFont; readonly text: LookFont }
  readonly corners: LookCorners
  readonly spacing: LookSpacing
}

/** How a shop presents itself, as its merchant sets it. What it sells and what that costs is not in here. */
export interface ShopSettings
  extends Pick<
    Shop,
    'name' | 'tagline' | 'about' | 'theme' | 'notice' | 'delivery' | 'promises' | 'menu' | 'footer' | 'contact' | 'language'
  > {
  /** Visitors read that it opens soon, and staff see the shop. */
  readonly closed?: true
  /** What the tokens of the theme are made from; absent until it is changed for the first time. */
  readonly look?: LookSettings
  readonly wordmark: { readonly text: string; readonly picture?: ShopPicture }
  readonly heroes: readonly HeroSettings[]
  readonly home?: readonly HomeSectionSettings[]
  /** The menu shows these first, in this order, and then the others. */
  readonly collections: readonly CollectionSettings[]
}
