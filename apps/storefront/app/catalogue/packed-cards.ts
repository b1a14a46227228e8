import { packPicture, unpackPicture } from './packed-pictures.ts'
import { numberIn, packed, textIn, textOf, unpacked, value } from './packed-text.ts'
import type { CardView } from './product.ts'

type Choice = NonNullable<CardView['colours']>['choices'][number]

const packChoice = ({ name, colour, out }: Choice) => packed([value(name), value(colour), ...(out ? ['1'] : [])], '=')

function unpackChoice(text: string): Choice {
  const [name, colour, out] = unpacked(text, '=')
  return { name: textOf(name), colour: textOf(colour), out: out === '1' }
}

/** Flags of a card, one character each. */
const marksOf = ({ from, out, preorder, simple, shippable, colours }: CardView): string =>
  [from && 'f', out && 'o', preorder && 'p', simple && 's', shippable && 'h', colours?.plain && 'c'].filter(Boolean).join('')

/** Cards as data for hydration. Choices that several cards share are written once, in the first row. */
export function packCards(cards: readonly CardView[]): string {
  const palette = [...new Set(cards.flatMap(({ colours }) => colours?.choices.map(packChoice) ?? []))]
  const rows = cards.map((card) => {
    const { picture, second, rating, colours } = card
    const words = [
      card.id,
      card.slug,
      card.name,
      card.price,
      card.before,
      card.perUnit,
      card.ribbon,
      rating?.average,
      rating?.count,
      card.note,
    ]
    return packed(
      [
        ...words.map(value),
        marksOf(card),
        ...packPicture(picture),
        ...packPicture(second && { ...second, alt: '' }),
        value(colours?.option),
        packed(colours?.choices.map((choice) => String(palette.indexOf(packChoice(choice)))) ?? [], ','),
      ],
      '|',
    )
  })
  return rows.length === 0 ? '' : packed([packed(palette, ','), ...rows], '\n')
}

export function unpackCards(text: string): readonly CardView[] {
  const [first = '', ...rows] = unpacked(text, '\n')
  const palette = unpacked(first, ',').map(unpackChoice)
  return rows.map((row) => unpackCard(row, palette))
}

function unpackCard(row: string, palette: readonly Choice[]): CardView {
  const [id, slug, name, price, before, perUnit, ribbon, average, count, note, marks = '', ...rest] = unpacked(row, '|')
  const [address, alt, measures, address2, alt2, measures2, option, choices = ''] = rest
  return {
    id: textOf(id),
    slug: textOf(slug),
    name: textOf(name),
    price: Number(price),
    before: numberIn(before),
    perUnit: textIn(perUnit),
    from: marks.includes('f') || undefined,
    ribbon: textIn(ribbon),
    rating: average && count ? { average: textOf(average), count: Number(count) } : undefined,
    out: marks.includes('o'),
    preorder: marks.includes('p') || undefined,
    picture: unpackPicture(address, alt, measures),
    second: unpackPicture(address2, alt2, measures2),
    colours: option
      ? { option: textOf(option), plain: marks.includes('c'), choices: unpacked(choices, ',').flatMap((at) => palette[Number(at)] ?? []) }
      : undefined,
    note: textIn(note),
    simple: marks.includes('s'),
    shippable: marks.includes('h'),
  }
}
