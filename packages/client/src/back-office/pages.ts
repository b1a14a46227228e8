import type { Api } from '../api.ts'

/**
 * The pages that the merchant writes. A page is a draft until it is published, and each publishing makes a version.
 *
 * @example
 * const { page } = await client.sitePages.createPage({
 *   page: { kind: 'ABOUT', slug: 'about', title: 'About us', content: [{ kind: 'PARAGRAPH', text: [{ text: 'We throw cups.' }] }] },
 * })
 * await client.sitePages.publishPage({ id: page.id })
 */
export const sitePages = (api: Api) => ({
  listPages: api('GET /vitrine/v1/pages'),
  createPage: api('POST /vitrine/v1/pages'),
  listTemplates: api('GET /vitrine/v1/page-templates'),
  createPagesFromTemplates: api('POST /vitrine/v1/pages/from-templates'),
  getPage: api('GET /vitrine/v1/pages/{id}'),
  updatePage: api('PATCH /vitrine/v1/pages/{page.id}'),
  deletePage: api('DELETE /vitrine/v1/pages/{id}'),
  publishPage: api('POST /vitrine/v1/pages/{id}/publish'),
  unpublishPage: api('POST /vitrine/v1/pages/{id}/unpublish'),
  listVersions: api('GET /vitrine/v1/pages/{id}/versions'),
  getVersion: api('GET /vitrine/v1/pages/{id}/versions/{version}'),
  restoreVersion: api('POST /vitrine/v1/pages/{id}/versions/{version}/restore'),
  makePreview: api('POST /vitrine/v1/pages/{id}/preview'),
})
