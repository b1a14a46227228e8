import type { Input, Look, LookHero, LookSection, Picture } from '@vitrine/contract'
import { isColor } from '../parts/color.ts'
import { isLinkTarget } from '../parts/link-target.ts'
import type { Change } from '../parts/unsaved.tsx'

type Sent = Input<'POST /vitrine/v1/look-previews'>['look']

/** The same as long as the page is open. */
interface Keyed {
  readonly key: string
}

/** A look as somebody changes it. */
export interface Draft extends Omit<Look, 'revision' | 'heroes' | 'sections' | 'notice'> {
  readonly notice: string
  readonly heroes: readonly (LookHero & Keyed)[]
  /** `hero` is the key of one of the heroes. */
  readonly sections: readonly (Omit<LookSection, 'hero'> & Keyed & { readonly hero?: string | undefined })[]
}

export type DraftHero = Draft['heroes'][number]
export type DraftSection = Draft['sections'][number]

let made = 0
export const newKey = (): string => `k${++made}`

/** Whether sections of a kind show one of the wide pictures. */
export const hasHero = (kind: LookSection['kind']): boolean => kind === 'hero' || kind === 'story'

/** A headline in one line, where it stands for its picture. */
export const inOneLine = (headline: string): string => headline.replace('\n', ' ')

export function draftOf({ revision: _revision, notice = '', heroes, sections, ...rest }: Look): Draft {
  const keyed = heroes.map((hero) => ({ ...hero, key: newKey() }))
  return {
    ...rest,
    notice,
    heroes: keyed,
    sections: sections.map(({ hero, ...section }) => ({
      ...section,
      key: newKey(),
      // Whoever says nothing of it means the first.
      hero: hasHero(section.kind) ? keyed[hero ?? 0]?.key : undefined,
    })),
  }
}

const pictureOf = ({ id, alt, focalPoint }: Picture) => ({ id, alt, ...(focalPoint && { focalPoint }) })

/** Without a name or an address there is no link. */
function linkOf({ label, href } = { label: '', href: '' }) {
  const link = { label: label.trim(), href: href.trim() }
  return link.label !== '' && link.href !== '' && { link }
}

/** What is sent of a draft: all of it, since a preview is made from the whole. */
export function sentOf({ wordmark, notice, colors, heroes, sections, ...rest }: Draft): Sent {
  const { fonts, corners, spacing, mark, swatch } = rest
  const places = new Map(heroes.map(({ key }, at) => [key, at]))
  return {
    fonts,
    corners,
    spacing,
    mark,
    swatch,
    wordmark: { text: wordmark.text, picture: wordmark.picture ? pictureOf(wordmark.picture) : null },
    notice: notice.trim() || null,
    colors: { light: colors.light, dark: colors.darkIsDerived ? null : colors.dark },
    heroes: heroes.map(({ key: _key, picture, link, products, ...hero }) => ({
      ...hero,
      picture: pictureOf(picture),
      ...linkOf(link),
      products,
    })),
    sections: sections
      .filter(({ hero }) => hero === undefined || places.has(hero))
      .map(({ key: _key, hero, link, pictures, ...section }) => ({
        ...section,
        ...(hero !== undefined && { hero: places.get(hero)! }),
        ...linkOf(link),
        pictures: pictures.map(pictureOf),
      })),
  }
}

const names = {
  wordmark: 'Wordmark',
  notice: 'Announcement',
  colors: 'Colours',
  fonts: 'Fonts',
  corners: 'Corners',
  spacing: 'Spacing',
  mark: 'Icon',
  swatch: 'Swatches',
  heroes: 'Wide pictures',
  sections: 'Home page',
} as const satisfies Record<keyof Sent, string>

/** What differs between two drafts, by its name. */
export function changesOf(before: Draft, after: Draft): Change[] {
  const [was, is] = [sentOf(before), sentOf(after)]
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((part) =>
    JSON.stringify(was[part]) === JSON.stringify(is[part]) ? [] : [{ name: names[part] }],
  )
}

/** What is wrong with a draft, beside what the shop says of its colours. */
export function wrongOf({ wordmark, colors, heroes, sections }: Draft): string | undefined {
  const { light, dark, darkIsDerived } = colors
  const chosen = darkIsDerived ? [light] : [light, dark]
  if (chosen.some(({ paper, ink, accent, line }) => [paper, ink, accent, line ?? '#000000'].some((color) => !isColor(color))))
    return 'A colour is written as #1c1a17.'
  if (wordmark.text.trim() === '') return 'The wordmark needs words, also where a picture stands for them.'
  if (heroes.some(({ headline }) => headline.trim() === '')) return 'A wide picture needs a headline.'
  const links = [...heroes, ...sections].flatMap(({ link }) => link ?? [])
  if (links.some(({ label, href }) => (label.trim() === '') !== (href.trim() === '')))
    return 'A button needs both a text and where it leads.'
  return links.some(({ href }) => href.trim() !== '' && !isLinkTarget(href.trim())) ? 'A button leads nowhere.' : undefined
}
