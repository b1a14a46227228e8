import type { MerchantProductInput } from '@vitrine/contract'
import { isViolation, type Violation, violation } from '../../../kernel/violation.ts'
import type { Medium, ProductDraft, ShowableFile } from '../product.ts'
import { changed, overridden } from './change.ts'
import { withChoiceMedia, withFiles, withoutMedia } from './media.ts'

type SentMedia = NonNullable<MerchantProductInput['media']>

/** A product with exactly these media, in this order. A film or a model keeps the picture that stands for it, unless another one is named. */
function withMedia(draft: ProductDraft, sent: SentMedia, known: ReadonlyMap<string, ShowableFile>): ProductDraft | Violation {
  const ids = sent.map(({ mediaId }) => mediaId)
  const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i)
  if (twice >= 0) return violation(`media[${twice}].mediaId`, 'is there twice')
  const wrong = sent.findIndex(
    ({ mediaId, posterId }) =>
      posterId && posterId !== mediaId && known.get(posterId)?.kind !== 'image' && !draft.media.some(isPicture(posterId)),
  )
  if (wrong >= 0) return violation(`product.media[${wrong}].posterId`, 'is no picture among the files of the shop')
  const posters = new Map(sent.flatMap(({ mediaId, posterId }) => (posterId ? [[mediaId, posterId] as const] : [])))
  const has = (id: string) => draft.media.some((item) => item.id === id)
  const gone = draft.media.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)
  const fresh = ids.filter((id) => !has(id))
  const added = withFiles(draft, fresh, known, { posters, leaving: gone })
  if (isViolation(added)) {
    const missing = ids.find((id) => !has(id) && !known.has(id))
    return missing === undefined
      ? added
      : violation(`product.media[${ids.indexOf(missing)}].mediaId`, 'is no picture, film or model among the files of the shop')
  }
  const saved = gone.length === 0 ? added : withoutMedia(added, gone)
  const media = sent.flatMap(({ mediaId, alt, focalPoint }): ProductDraft['media'] => {
    const item = saved.media.find(({ id }) => id === mediaId)
    if (!item) return []
    if (item.kind === 'image') return [{ ...item, ...(typeof alt === 'string' && { alt }), ...(focalPoint && { focalPoint }) }]
    const poster = posters.get(mediaId) ?? item.poster
    return [{ ...item, poster, ...(typeof alt === 'string' && { alt }) }]
  })
  return { ...saved, media }
}

const isPicture = (id: string) => (item: Medium) => item.kind === 'image' && item.id === id

/** A product whose choices have no media. */
const withoutAnyChoiceMedia = (draft: ProductDraft): ProductDraft => ({
  ...draft,
  options: draft.options.map((option) => ({
    ...option,
    choices: option.choices.map(({ name, hex }) => ({ name, ...(hex !== undefined && { hex }) })),
  })),
  variants: draft.variants.map((variant) => {
    const { picture, ...rest } = variant
    return picture === undefined ? variant : rest
  }),
})

/** A product without some of its parts. */
export function without(draft: ProductDraft, names: NonNullable<MerchantProductInput['clear']>): ProductDraft {
  const rest: Record<string, unknown> = { ...draft }
  for (const name of names) delete rest[name]
  return rest as unknown as ProductDraft
}

/**
 * A product with everything that its editor says, in an order in which each part finds what it needs: options before the variants that they
 * make, media before the choices that they show.
 */
export function edited(
  before: ProductDraft,
  sent: MerchantProductInput,
  { currency, files }: { readonly currency: string; readonly files: ReadonlyMap<string, ShowableFile> },
): ProductDraft | Violation {
  const cleared = without(before, sent.clear ?? [])
  let draft = changed(cleared, sent, currency)
  if (isViolation(draft)) return draft
  if (sent.media) draft = withMedia(draft, sent.media, files)
  if (isViolation(draft)) return draft
  if (sent.choiceMedia) draft = withChoiceMedia(withoutAnyChoiceMedia(draft), sent.choiceMedia)
  if (isViolation(draft)) return draft
  if (sent.variants && sent.variants.length > 0) draft = overridden(draft, sent.variants, currency)
  if (isViolation(draft)) return draft
  return {
    ...draft,
    ...(sent.collectionIds && { collectionIds: [...new Set(sent.collectionIds.map((id) => id.toLowerCase()))] }),
    ...(typeof sent.taxGroupId === 'string' && { taxGroupId: sent.taxGroupId }),
  }
}
