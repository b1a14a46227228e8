import type { Api } from './api.ts'

/**
 * What belongs to a film.
 *
 * @example
 * const { captions } = await client.films.listCaptions({ fileId: 'a1b2c3_morning-mug.mp4' })
 */
export const films = (api: Api) => ({
  listCaptions: api('GET /vitrine/v1/media/files/{fileId}/captions'),
})
