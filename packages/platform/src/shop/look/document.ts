import type { LookColors, Received } from '@vitrine/contract'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { HeroSettings, HomeSectionSettings, LookSettings, ShopPicture, ShopSettings } from '../../kernel/settings/shop-settings.ts'
import { colorsIn, houseColors } from './palette.ts'
import { themeOf } from './theme.ts'

/** Everything of how a shop looks: what has versions, and can be tried before shoppers see it. */
export interface LookDocument extends Pick<ShopSettings, 'wordmark' | 'notice' | 'heroes' | 'home'>, LookSettings {
  readonly mark: ShopSettings['theme']['mark']
  readonly swatch: ShopSettings['theme']['swatch']
}

export type SentLook = Received<'POST /vitrine/v1/look-previews'>['look']
type SentHero = NonNullable<SentLook['heroes']>[number]
type SentSection = NonNullable<SentLook['sections']>[number]
type SentPicture = SentHero['picture']

/** What is known of a picture of the library. */
export type KnownPicture = Omit<ShopPicture, 'id'>

/** How a shop looks now. */
export function documentOf({ wordmark, notice, heroes, home, theme, look }: ShopSettings): LookDocument {
  const set: LookSettings = look ?? {
    colors: { light: colorsIn(theme.light, houseColors.light), dark: colorsIn({ ...theme.light, ...theme.dark }, houseColors.dark) },
    fonts: { display: 'FRAUNCES', text: 'INSTRUMENT_SANS' },
    corners: 'SOFT',
    spacing: 'GENEROUS',
  }
  return {
    wordmark,
    ...(notice !== undefined && { notice }),
    heroes,
    ...(home && { home }),
    mark: theme.mark,
    swatch: theme.swatch,
    ...set,
  }
}

/** The settings of a shop that looks like that. */
export function withLook(shop: ShopSettings, document: LookDocument): ShopSettings {
  const { notice: _notice, home: _home, ...rest } = shop
  const { wordmark, notice, heroes, home, mark, swatch, colors, fonts, corners, spacing } = document
  const look: LookSettings = { colors, fonts, corners, spacing }
  return {
    ...rest,
    look,
    wordmark,
    ...(notice !== undefined && { notice }),
    heroes,
    ...(home && { home }),
    theme: { ...shop.theme, ...themeOf(look), mark, swatch },
  }
}

interface WithPictures {
  readonly wordmark?: { readonly picture?: { readonly id: string } | null | undefined } | undefined
  readonly heroes?: readonly { readonly picture: { readonly id: string } }[] | undefined
  readonly sections?: readonly { readonly pictures?: readonly { readonly id: string }[] | undefined }[] | undefined
}

/** The ids of all pictures of a look, or of what was sent of one. */
export const picturesIn = ({ wordmark, heroes = [], sections = [] }: WithPictures): string[] =>
  [wordmark?.picture, ...heroes.map(({ picture }) => picture), ...sections.flatMap(({ pictures }) => pictures ?? [])].flatMap((picture) =>
    picture ? picture.id : [],
  )

/** What was sent over what was there; `pictures` are those of the library. */
export function changedLook(
  before: LookDocument,
  sent: SentLook,
  pictures: ReadonlyMap<string, KnownPicture>,
): LookDocument | Refusal<'LOOK_HERO_NOT_FOUND' | 'MEDIA_NOT_FOUND'> {
  if (picturesIn(sent).some((id) => !pictures.has(id))) return refuse('MEDIA_NOT_FOUND')
  const picture = ({ id, alt, focalPoint }: SentPicture): ShopPicture => {
    const known = pictures.get(id)!
    const focal = focalPoint ?? known.focalPoint
    return { ...known, id, alt: alt ?? known.alt, ...(focal && { focalPoint: focal }) }
  }
  const { notice: _notice, ...rest } = before
  const notice = sent.notice === undefined ? before.notice : sent.notice?.trim()
  const heroes = sent.heroes?.map((hero) => heroOf(hero, picture)) ?? before.heroes
  const home = sent.sections?.map((section) => sectionOf(section, picture)) ?? before.home
  const lost = (home ?? []).findIndex(({ hero }) => hero !== undefined && hero >= heroes.length)
  if (lost >= 0) return refuse('LOOK_HERO_NOT_FOUND', { section: lost })
  const mark = sent.wordmark?.picture === undefined ? before.wordmark.picture : sent.wordmark.picture && picture(sent.wordmark.picture)
  return {
    ...rest,
    wordmark: { text: sent.wordmark?.text.trim() ?? before.wordmark.text, ...(mark && { picture: mark }) },
    ...(notice && { notice }),
    heroes,
    ...(home && { home }),
    ...(sent.colors && { colors: { light: small(sent.colors.light), ...(sent.colors.dark && { dark: small(sent.colors.dark) }) } }),
    ...(sent.fonts && { fonts: sent.fonts }),
    ...(sent.corners && { corners: sent.corners }),
    ...(sent.spacing && { spacing: sent.spacing }),
    ...(sent.mark && { mark: sent.mark === 'SUN' ? 'sun' : 'dial' }),
    ...(sent.swatch && { swatch: sent.swatch === 'DIPPED' ? 'dipped' : 'plain' }),
  }
}

const small = ({ paper, ink, accent, line }: LookColors): LookColors => ({
  paper: paper.toLowerCase(),
  ink: ink.toLowerCase(),
  accent: accent.toLowerCase(),
  ...(line && { line: line.toLowerCase() }),
})

type MakePicture = (sent: SentPicture) => ShopPicture

const heroOf = (
  { picture, headline, say, link, hour, textPosition, ground, products = [] }: SentHero,
  make: MakePicture,
): HeroSettings => ({
  picture: make(picture),
  headline: headline.trim(),
  ...(say && { say }),
  ...(link && { link }),
  ...(hour && { hour }),
  textPosition: textPosition ?? 'top-start',
  ground: ground ?? 'light',
  pieces: products.map(({ productId, x, y, choices = [], detail }, at) => ({
    letter: String.fromCodePoint(97 + at),
    productId,
    x,
    y,
    ...(choices.length > 0 && { choices: Object.fromEntries(choices.map(({ name, value }) => [name, value])) }),
    ...(detail && { detail }),
  })),
})

const sectionOf = (
  { kind, visible, hero, theme, title, text, link, slugs, pictures }: SentSection,
  make: MakePicture,
): HomeSectionSettings => ({
  kind,
  ...(hero !== undefined && { hero }),
  ...(theme && { theme }),
  ...(title && { title }),
  ...(text && { text }),
  ...(link && { link }),
  ...(slugs && slugs.length > 0 && { slugs }),
  ...(pictures && pictures.length > 0 && { pictures: pictures.map(make) }),
  ...(visible === false && { hidden: true as const }),
})
