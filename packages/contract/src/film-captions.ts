import * as z from 'zod'
import { MediaReference } from './media-reference.ts'
import { operation, operations } from './operation.ts'
import { Decimal, Instant, text } from './primitives.ts'

/** The most captions of a film. */
export const mostCaptions = 30

/** The captions of a film in one language, as WebVTT at `url`. */
export const FilmCaption = z.object({
  /** A BCP 47 tag, such as `en` or `pt-BR`. */
  language: z.string(),
  /** Their name in a menu. */
  label: z.string(),
  url: z.string(),
  sizeInBytes: Decimal,
  updatedDate: Instant,
})
export interface FilmCaption extends z.infer<typeof FilmCaption> {}

const Language = text(35, 2).regex(/^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/, 'is no tag of a language')

/** Captions of films. The wire of the published client has no place for them: they are separate from the file. */
export const filmCaptions = operations({
  /**
   * Captions of a film, by their labels; also for shoppers, unless the film is private.
   *
   * `const { captions } = await client.films.listCaptions({ fileId })`, each for a `<track>`.
   */
  'GET /vitrine/v1/media/files/{fileId}/captions': operation({
    as: 'visitor',
    merchant: 'products.read',
    summary: 'Read the captions of a film',
    input: z.object({ fileId: MediaReference }),
    ok: z.object({ captions: z.array(FilmCaption) }),
    errors: ['FILE_NOT_FOUND'],
  }),

  /**
   * Adds captions in a language, or replaces the existing ones. `content` is WebVTT or SubRip of at most 300,000 characters and 20,000
   * cues; it is stored as WebVTT, without styles, regions and notes.
   */
  'PUT /vitrine/v1/media/files/{fileId}/captions/{language}': operation({
    as: 'user',
    summary: 'Set the captions of a film in a language',
    input: z.object({ fileId: MediaReference, language: Language, label: text(100), content: text(300_000, 1) }),
    ok: z.object({ caption: FilmCaption }),
    errors: ['FILE_NOT_FOUND', 'UPLOAD_NOT_TAKEN', 'MEDIA_QUOTA_EXCEEDED'],
  }),

  /** Where there are none, nothing happens. */
  'DELETE /vitrine/v1/media/files/{fileId}/captions/{language}': operation({
    as: 'user',
    summary: 'Remove the captions of a film in a language',
    input: z.object({ fileId: MediaReference, language: Language }),
    ok: z.object({}),
    errors: ['FILE_NOT_FOUND'],
  }),
})
