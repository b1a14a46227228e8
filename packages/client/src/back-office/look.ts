import type { Api } from '../api.ts'

/**
 * How the shop looks: colours, type, corners, and its home page. Shoppers see a change with their next page.
 *
 * @example
 * await client.look.updateLook({
 *   look: { colors: { light: { paper: '#f5f6f4', ink: '#15191c', accent: '#1d3fc4' } }, fonts: { display: 'ARCHIVO', text: 'ARCHIVO' } },
 * })
 */
export const look = (api: Api) => ({
  getLook: api('GET /vitrine/v1/look'),
  updateLook: api('PATCH /vitrine/v1/look'),
  previewLook: api('POST /vitrine/v1/look-previews'),
  listLookVersions: api('GET /vitrine/v1/look/versions'),
  restoreLookVersion: api('POST /vitrine/v1/look/versions/{version}/restore'),
})
