import type { OpenApiInfo } from '@vitrine/contract/openapi'
import { version } from './version.ts'

/** The `info` of the OpenAPI document. */
export const apiInfo: OpenApiInfo = {
  title: 'Vitrine',
  version,
  description: [
    'All operations of the shop. Requests and answers are JSON.',
    'A token goes into the `Authorization` header as it is, without `Bearer`: `POST /oauth2/token` with a client id and the grant type `anonymous` gives one to a visitor; the admin makes API keys.',
    'Each operation is listed here once, under its first address; other addresses of the same operation are in [openapi.json](/openapi.json). The [reference](/reference) says more of each, with examples for programs.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
}
