import type { Api } from './api.ts'

/** The way to the hosted pages and back. */
export const redirects = (api: Api) => ({
  createRedirectSession: api('POST /_api/redirects-api/v1/redirect-session'),
  getRedirectSession: api('GET /vitrine/v1/redirect-sessions/{id}'),
})
