import type { Api } from './api.ts'

/** Tokens by hand. `visitor` does this automatically. */
export const oauth = (api: Api) => ({
  exchangeToken: api('POST /oauth2/token', 'reads'),
  getTokenInfo: api('POST /oauth2/token-info', 'reads'),
})
