import type { Media } from '@vitrine/ui'
import type { CardView } from './product.ts'

/** A picture: its address, what it shows, its width and height, and its focus. */
type PackedMedia = readonly [string, string, number, number, Media['focus']]
type Choice = NonNullable<CardView['colours']>['choices'][number]
type PackedChoice = readonly [string, string, boolean]

/** A card as a page carries it for its script: values in their order, whose names would be as long again. */
export type PackedCard = readonly [
  ...first: readonly [string, string, string, number, number | undefined, string | undefined, boolean | undefined],
  ...words: readonly [string | undefined, string | undefined, number | undefined, boolean, true | undefined],
  ...pictures: readonly [PackedMedia | undefined, PackedMedia | undefined],
  ...rest: readonly [string | undefined, boolean | undefined, readonly PackedChoice[] | undefined, string | undefined, boolean, boolean],
]

/** The same choice of two cards is written once. */
const same = new Map<string, PackedChoice>()
const cachedAtMost = 500

function packChoice({ name, colour, out }: Choice): PackedChoice {
  const key = JSON.stringify([name, colour, out])
  const known = same.get(key)
  if (known) return known
  if (same.size >= cachedAtMost) same.clear()
  const packed = [name, colour, out] as const
  same.set(key, packed)
  return packed
}

/** The address of a picture of the shop's own host is written without it. */
const packMedia = ({ url, alt, width, height, focus }: Media, origin: string): PackedMedia => [
  url.startsWith(`${origin}/`) ? url.slice(origin.length) : url,
  alt,
  width,
  height,
  focus,
]

const unpackMedia = ([url, alt, width, height, focus]: PackedMedia): Media => ({ url, alt, width, height, focus })

export const packCards = (cards: readonly CardView[], baseUrl: string): readonly PackedCard[] => {
  const { origin } = new URL(baseUrl)
  return cards.map(({ rating, picture, second, colours, ...card }) => [
    card.id,
    card.slug,
    card.name,
    card.price,
    card.before,
    card.perUnit,
    card.from,
    card.ribbon,
    rating?.average,
    rating?.count,
    card.out,
    card.preorder,
    picture && packMedia(picture, origin),
    second && packMedia({ ...second, alt: '' }, origin),
    colours?.option,
    colours?.plain,
    colours?.choices.map(packChoice),
    card.note,
    card.simple,
    card.shippable,
  ])
}

export const unpackCards = (packed: readonly PackedCard[]): readonly CardView[] =>
  packed.map(
    ([
      id,
      slug,
      name,
      price,
      before,
      perUnit,
      from,
      ribbon,
      average,
      count,
      out,
      preorder,
      picture,
      second,
      option,
      plain,
      choices,
      note,
      simple,
      shippable,
    ]) => ({
      id,
      slug,
      name,
      price,
      before,
      perUnit,
      from,
      ribbon,
      rating: average === undefined || count === undefined ? undefined : { average, count },
      out,
      preorder,
      picture: picture && unpackMedia(picture),
      second: second && unpackMedia(second),
      colours:
        option === undefined || choices === undefined
          ? undefined
          : { option, plain: plain ?? false, choices: choices.map(([name, colour, out]) => ({ name, colour, out })) },
      note,
      simple,
      shippable,
    }),
  )
