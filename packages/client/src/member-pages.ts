import type { Api } from './api.ts'

/** What members of the community show on their pages. */
export const memberPages = (api: Api) => ({
  getMyPage: api('GET /vitrine/v1/members/my/page'),
  updateMyPage: api('PATCH /vitrine/v1/members/my/page'),
  getPage: api('GET /vitrine/v1/members/by-slug/{slug}/page'),
})
