import { type Violation, violation } from '../../../kernel/violation.ts'
import type { Medium, OptionDraft, ProductDraft, ShowableFile, Size } from '../product.ts'

export const mostMedia = 100

/** Adds files of the shop to the media of a product, at the end. A film, and a model without a thumbnail, get the product's first picture as poster. `leaving`: media that are removed next. */
export function withFiles(
  draft: ProductDraft,
  ids: readonly string[],
  known: ReadonlyMap<string, ShowableFile>,
  { posters, leaving }: { readonly posters?: ReadonlyMap<string, string>; readonly leaving?: readonly string[] } = {},
): ProductDraft | Violation {
  const media = [...draft.media]
  const isNew = (id: string) => !media.some((item) => item.id === id)
  const first = [...media, ...ids.flatMap((id) => known.get(id) ?? [])].find(({ kind }) => kind === 'image')?.id
  for (const [i, id] of ids.entries()) {
    if (!isNew(id)) continue
    const file = known.get(id)
    if (!file) return violation(`media[${i}].mediaId`, 'is no picture, film or model among the files of the shop')
    if (file.kind === 'image') {
      media.push(file)
      continue
    }
    // The poster of a film or a model has the file's own id.
    const chosen = posters?.get(id)
    if (file.kind === 'model') media.push({ kind: 'model', id, poster: chosen ?? (file.hasThumbnail ? id : (first ?? id)) })
    else media.push({ ...file, poster: chosen ?? first ?? id, ...sizeOf(file, media) })
  }
  if (media.length - (leaving?.length ?? 0) > mostMedia) return violation('media', `come to more than ${mostMedia}`)
  return { ...draft, media }
}

/** A film whose size could not be read is as large as the first picture. */
function sizeOf({ width, height }: { readonly width?: number; readonly height?: number }, media: readonly Medium[]): Size {
  if (width !== undefined && height !== undefined) return { width, height }
  const picture = media.find((item) => item.kind === 'image')
  return picture?.kind === 'image' ? { width: picture.width, height: picture.height } : { width: 1280, height: 720 }
}

/** A product without some of its media, or without all. */
export function withoutMedia(draft: ProductDraft, ids: readonly string[] | undefined): ProductDraft {
  const gone = new Set(ids ?? draft.media.map(({ id }) => id))
  const left = draft.media.filter((item) => !gone.has(item.id))
  const first = left.find(({ kind }) => kind === 'image')?.id
  // The next picture stands for a film whose own is gone; the last one goes on doing so, as a file of the shop.
  const media = left.map(
    (item): Medium => (item.kind === 'image' || !gone.has(item.poster) ? item : { ...item, poster: first ?? item.poster }),
  )
  const stays = new Set(media.map(({ id }) => id))
  return {
    ...draft,
    media,
    options: draft.options.map((option) => ({
      ...option,
      choices: option.choices.map(({ pictures, ...choice }) => {
        const left = pictures?.filter((id) => stays.has(id)) ?? []
        return left.length > 0 ? { ...choice, pictures: left } : choice
      }),
    })),
    variants: draft.variants.map(({ picture, ...variant }) =>
      picture !== undefined && stays.has(picture) ? { ...variant, picture } : variant,
    ),
  }
}

interface Assignment {
  readonly option: string
  readonly choice: string
  readonly mediaIds: readonly string[] | undefined
}

type Choice = OptionDraft['choices'][number]

/** A product whose choice has other pictures. Variants with that choice are shown by the first of them. */
function assigned(draft: ProductDraft, { option, choice }: Assignment, pictures: (choice: Choice) => readonly string[]): ProductDraft {
  const options: readonly OptionDraft[] = draft.options.map((one) =>
    one.name === option
      ? {
          ...one,
          choices: one.choices.map((each) => {
            if (each.name !== choice) return each
            const { pictures: _, ...rest } = each
            const next: readonly string[] = pictures(each)
            return next.length > 0 ? { ...rest, pictures: next } : rest
          }),
        }
      : one,
  )
  const [first] = options.find(({ name }) => name === option)?.choices.find(({ name }): boolean => name === choice)?.pictures ?? []
  return {
    ...draft,
    options,
    variants: draft.variants.map(({ picture, ...variant }) => {
      const shown = variant.choices[option] === choice ? first : picture
      return shown === undefined ? variant : { ...variant, picture: shown }
    }),
  }
}

function faultOf(draft: ProductDraft, { option, choice, mediaIds = [] }: Assignment, at: string): Violation | undefined {
  const found = draft.options.find(({ name }) => name === option)
  if (!found) return violation(`${at}.option`, 'is no option of this product')
  if (!found.choices.some(({ name }) => name === choice)) return violation(`${at}.choice`, 'is no choice of this option')
  const missing = mediaIds.findIndex((id) => !draft.media.some((item) => item.id === id))
  return missing < 0 ? undefined : violation(`${at}.mediaIds[${missing}]`, 'is not among the media of this product')
}

/** Media of the product that show choices, beside those that do already. */
export function withChoiceMedia(draft: ProductDraft, sent: readonly Assignment[]): ProductDraft | Violation {
  let after = draft
  for (const [i, assignment] of sent.entries()) {
    const fault = faultOf(after, assignment, `media[${i}]`)
    if (fault) return fault
    if (after.options.some(({ name, choices }) => name !== assignment.option && choices.some(({ pictures }) => pictures)))
      return violation(`media[${i}].option`, 'is not the option whose choices have media already')
    after = assigned(after, assignment, ({ pictures = [] }) => [...new Set([...pictures, ...(assignment.mediaIds ?? [])])])
  }
  return after
}

/** Choices without some of their media, or without all where none are named. */
export function withoutChoiceMedia(draft: ProductDraft, sent: readonly Assignment[]): ProductDraft | Violation {
  let after = draft
  for (const [i, assignment] of sent.entries()) {
    const fault = faultOf(after, { ...assignment, mediaIds: [] }, `media[${i}]`)
    if (fault) return fault
    const { mediaIds = [] } = assignment
    after = assigned(after, assignment, ({ pictures = [] }) =>
      mediaIds.length === 0 ? [] : pictures.filter((id) => !mediaIds.includes(id)),
    )
  }
  return after
}
