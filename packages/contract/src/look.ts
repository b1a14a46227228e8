import * as z from 'zod'
import { linkForms, linkOf } from './link.ts'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text, whole } from './primitives.ts'
import { HomeSection, Hour, Picture, Shop, ShopLink } from './shop.ts'

/** The typefaces that come with the storefront; a shop loads only those that it uses. */
export const LookFont = z.enum(['FRAUNCES', 'NEWSREADER', 'INSTRUMENT_SERIF', 'INSTRUMENT_SANS', 'INTER', 'ARCHIVO'])
export type LookFont = z.infer<typeof LookFont>

/** Of buttons, fields, pictures and dialogs. */
export const LookCorners = z.enum(['SHARP', 'SOFT', 'ROUND'])
export type LookCorners = z.infer<typeof LookCorners>

/** The space at the edges, between columns and between sections. */
export const LookSpacing = z.enum(['COMPACT', 'GENEROUS'])
export type LookSpacing = z.infer<typeof LookSpacing>

/** The mark beside hours, and the icon of the browser's tab. */
export const LookMark = z.enum(['SUN', 'DIAL'])
export type LookMark = z.infer<typeof LookMark>

/** How the colours of products are shown: as a dipped glaze, or as a plain disc. */
export const LookSwatch = z.enum(['DIPPED', 'PLAIN'])
export type LookSwatch = z.infer<typeof LookSwatch>

const Colour = text(7, 7).regex(/^#[0-9A-Fa-f]{6}$/, 'is no colour such as #b4512d')
const ThemeColors = z.object({ paper: z.string(), ink: z.string(), accent: z.string(), line: z.string().optional() })

/** The colours of one theme as `#rrggbb`: background, text, links and hovered buttons, and thin lines. */
export interface LookColors extends z.infer<typeof ThemeColors> {}
const ThemeColorsInput = z.object({ paper: Colour, ink: Colour, accent: Colour, line: Colour.optional() })

/** A product in a wide picture, placed by fractions of its width and height. */
const MarkedProduct = z.object({
  productId: Guid,
  x: z.number(),
  y: z.number(),
  choices: z.array(z.object({ name: z.string(), value: z.string() })),
  detail: z.string().optional(),
})

export const LookHero = z.object({
  picture: Picture,
  headline: z.string(),
  say: z.string().optional(),
  link: ShopLink.optional(),
  hour: Hour.optional(),
  textPosition: z.enum(['top-start', 'top-end', 'bottom-start', 'bottom-end']),
  ground: z.enum(['light', 'dark']),
  /** Lettered in this order. */
  products: z.array(MarkedProduct),
})
export interface LookHero extends z.infer<typeof LookHero> {}

/** A section of the home page; one that is not visible keeps its content. */
export const LookSection = HomeSection.extend({ visible: z.boolean(), pictures: z.array(Picture) })
export interface LookSection extends z.infer<typeof LookSection> {}

const look = {
  wordmark: z.object({ text: z.string(), picture: Picture.optional() }),
  /** Shown above every page. */
  notice: z.string().optional(),
  colors: z.object({
    light: ThemeColors,
    dark: ThemeColors,
    /** The dark ones are derived from the light ones. */
    darkIsDerived: z.boolean(),
  }),
  fonts: z.object({ display: LookFont, text: LookFont }),
  corners: LookCorners,
  spacing: LookSpacing,
  mark: LookMark,
  swatch: LookSwatch,
  heroes: z.array(LookHero),
  sections: z.array(LookSection),
}

/** How the shop looks, as its merchant sets it. */
export const Look = z.object({
  /** Changes whenever one of the values below does. */
  revision: z.string(),
  ...look,
})
export interface Look extends z.infer<typeof Look> {}

/** A published version of the look. */
export const LookVersion = z.object({
  version: z.int(),
  publishedDate: Instant,
  /** The name of whoever published it. */
  publishedBy: z.string().optional(),
  /** Whether it is the one that shoppers see. */
  current: z.boolean(),
})
export interface LookVersion extends z.infer<typeof LookVersion> {}

/** A colour with too little contrast: WCAG asks for 4.5 : 1. */
export const LookContrast = z.object({
  theme: z.enum(['LIGHT', 'DARK']),
  color: z.enum(['INK', 'ACCENT']),
  /** Against the background: 1 where they are the same, 21 at most. */
  ratio: z.number(),
  /** The nearest colour with enough contrast. */
  suggestion: z.string(),
})
export interface LookContrast extends z.infer<typeof LookContrast> {}

const PictureInput = z.object({
  /** A public picture of the media library. */
  id: text(200, 1).regex(/^[\w.~-]+$/, 'is no id of a file'),
  /** Its alternative text; by default that of the library. */
  alt: text(500).optional(),
  focalPoint: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).optional(),
})
const LinkInput = z.object({
  label: text(60, 1).regex(/\S/, 'is empty'),
  href: linkOf(linkForms, 'is no path of the shop, web address, email address or telephone number'),
})
const Line = text(200)

const HeroInput = z.object({
  picture: PictureInput,
  headline: text(120),
  say: text(500).optional(),
  link: LinkInput.optional(),
  hour: z.object({ time: text(20), rise: z.number().min(0).max(2) }).optional(),
  textPosition: LookHero.shape.textPosition.optional(),
  ground: LookHero.shape.ground.optional(),
  products: z
    .array(
      z.object({
        productId: Guid,
        x: z.number().min(0).max(1),
        y: z.number().min(0).max(1),
        choices: z
          .array(z.object({ name: text(50, 1), value: text(50, 1) }))
          .max(6)
          .optional(),
        detail: Line.optional(),
      }),
    )
    .max(12)
    .optional(),
})

const SectionInput = z.object({
  kind: HomeSection.shape.kind,
  visible: z.boolean().optional(),
  hero: whole(0, 11).optional(),
  theme: HomeSection.shape.theme,
  title: Line.optional(),
  text: text(1000).optional(),
  link: LinkInput.optional(),
  slugs: z.array(text(200, 1)).max(12).optional(),
  pictures: z.array(PictureInput).max(12).optional(),
})

const LookInput = z.object({
  wordmark: z.object({ text: text(60, 1).regex(/\S/, 'is empty'), picture: PictureInput.nullish() }).optional(),
  notice: text(300).nullish(),
  colors: z.object({ light: ThemeColorsInput, dark: ThemeColorsInput.nullish() }).optional(),
  fonts: z.object({ display: LookFont, text: LookFont }).optional(),
  corners: LookCorners.optional(),
  spacing: LookSpacing.optional(),
  mark: LookMark.optional(),
  swatch: LookSwatch.optional(),
  heroes: z.array(HeroInput).max(12).optional(),
  sections: z.array(SectionInput).max(24).optional(),
})

const Answer = z.object({ look: Look })

/** In a path, so as text: `3`. */
const VersionNumber = text(7, 1).regex(/^[1-9]\d*$/, 'is no number of a version')

/** How the shop looks: its wordmark, colours, type, corners, and the sections of its home page in their order. */
export const lookOperations = operations({
  'GET /vitrine/v1/look': operation({
    as: 'user',
    summary: 'Read how the shop looks',
    input: z.object({}),
    ok: Answer,
    errors: [],
  }),

  /**
   * Shoppers see it with their next page. Absent fields stay unchanged; `null` removes the notice and the picture of the wordmark, and
   * derives the dark colours from the light ones. Lists are replaced as a whole.
   * `{ look: { colors: { light: { paper: '#f5f6f4', ink: '#15191c', accent: '#1d3fc4' } } } }`
   */
  'PATCH /vitrine/v1/look': operation({
    as: 'user',
    summary: 'Change how the shop looks',
    input: z.object({ look: LookInput.extend({ revision: text(40).nullish() }) }),
    ok: Answer,
    errors: ['LOOK_CONTRAST_TOO_LOW', 'LOOK_HERO_NOT_FOUND', 'MEDIA_NOT_FOUND'],
  }),

  /**
   * Creates a link to the shop with another look, which nobody else sees; it is valid for seven days. With `id` an earlier preview is
   * changed, and its link stays. Also returns which of its colours have too little contrast.
   */
  'POST /vitrine/v1/look-previews': operation({
    as: 'user',
    summary: 'Make a preview of another look',
    input: z.object({ look: LookInput, id: Guid.optional() }),
    ok: z.object({ id: Guid, url: z.string(), expiresDate: Instant, look: Look, contrast: z.array(LookContrast) }),
    errors: ['LOOK_HERO_NOT_FOUND', 'MEDIA_NOT_FOUND'],
  }),

  /** What everyone may know about the shop, as it would be with the look of a preview. `token` is the end of the link. */
  'GET /vitrine/v1/look-previews/{token}': operation({
    as: 'anyone',
    summary: 'Read the shop of a preview link',
    input: z.object({ token: text(2000, 1) }),
    ok: z.object({ shop: Shop }),
    errors: ['LOOK_PREVIEW_NOT_FOUND'],
  }),

  /** Newest first, fifty of them at most. */
  'GET /vitrine/v1/look/versions': operation({
    as: 'user',
    summary: 'List how the shop has looked',
    input: z.object({}),
    ok: z.object({ versions: z.array(LookVersion) }),
    errors: [],
  }),

  /** Publishes that version again, as the newest. */
  'POST /vitrine/v1/look/versions/{version}/restore': operation({
    as: 'user',
    summary: 'Go back to an earlier look',
    input: z.object({ version: VersionNumber }),
    ok: Answer,
    errors: ['LOOK_VERSION_NOT_FOUND', 'MEDIA_NOT_FOUND'],
  }),
})
