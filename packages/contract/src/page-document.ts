import * as z from 'zod'
import { linkForms, linkOf } from './link.ts'
import { text, whole } from './primitives.ts'

/** What a text may take from the shop's settings, so that it stays up to date. */
export const PageField = z.enum([
  'SHOP_NAME',
  'EMAIL',
  'PHONE',
  'ADDRESS',
  'COUNTRY',
  'TAX_IDS',
  'PAYMENT_METHODS',
  'SHIPPING_METHODS',
  'DELIVERY_COUNTRIES',
  'DATE',
])
export type PageField = z.infer<typeof PageField>

/** The value from the settings in place of a field. */
export const PageFieldValue = z.object({ field: PageField, value: z.string() })

export const PageBlockKind = z.enum(['HEADING', 'PARAGRAPH', 'LIST', 'PICTURE', 'TABLE'])
export type PageBlockKind = z.infer<typeof PageBlockKind>

/** Also to an anchor on the page. */
const Href = linkOf([...linkForms, String.raw`#[\w-]*`], 'is no web address, email address, telephone number or path of this shop')

/** A run of text with one style. `field` inserts a value from the settings, in place of `text`. */
const SpanInput = z.object({
  text: text(10_000).optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  href: Href.optional(),
  field: PageField.optional(),
})
const SpansInput = z.array(SpanInput).max(500)

const PictureInput = z.object({
  /** A file of the media library. */
  id: text(200, 1).regex(/^[\w.~-]+$/, 'is no id of a file'),
  alt: text(500),
  width: whole(1, 20_000),
  height: whole(1, 20_000),
})

/**
 * A part of a page. `HEADING` has `level` (2 or 3) and `text`, `PARAGRAPH` has `text`, `LIST` has `items` and is numbered with `ordered`,
 * `PICTURE` has `picture`, and `TABLE` has `rows`, the first of which is its head with `header`. Fields that a kind does not use are left
 * out.
 */
const BlockInput = z.object({
  kind: PageBlockKind,
  level: whole(2, 3).optional(),
  text: SpansInput.optional(),
  ordered: z.boolean().optional(),
  items: z
    .array(z.object({ text: SpansInput }))
    .max(200)
    .optional(),
  picture: PictureInput.optional(),
  header: z.boolean().optional(),
  rows: z
    .array(z.object({ cells: z.array(z.object({ text: SpansInput })).max(8) }))
    .max(100)
    .optional(),
})

/** The text of a page, from top to bottom. It holds no HTML: every page is rendered from these parts alone. */
export const PageDocumentInput = z.array(BlockInput).max(500)

export const PageSpan = z.object({
  text: z.string().optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  href: z.string().optional(),
  field: PageField.optional(),
})
export interface PageSpan extends z.infer<typeof PageSpan> {}

const Spans = z.array(PageSpan)

export const PagePicture = z.object({ id: z.string(), alt: z.string(), width: z.int(), height: z.int() })
export interface PagePicture extends z.infer<typeof PagePicture> {}

export const PageBlock = z.object({
  kind: PageBlockKind,
  level: z.int().optional(),
  text: Spans.optional(),
  ordered: z.boolean().optional(),
  items: z.array(z.object({ text: Spans })).optional(),
  picture: PagePicture.optional(),
  header: z.boolean().optional(),
  rows: z.array(z.object({ cells: z.array(z.object({ text: Spans })) })).optional(),
})
export interface PageBlock extends z.infer<typeof PageBlock> {}
