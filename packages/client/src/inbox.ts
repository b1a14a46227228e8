import type { Api } from './api.ts'

/** The emails a demonstration shop would have sent. */
export const inbox = (api: Api) => ({
  listMessages: api('GET /vitrine/v1/inbox'),
  getMessage: api('GET /vitrine/v1/inbox/{id}'),
})
