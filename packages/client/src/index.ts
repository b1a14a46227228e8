import type { Session } from './auth.ts'
import type { Connection } from './connect.ts'
import { type ClientOf, createClient as createClientOf, type Modules } from './create-client.ts'
import * as every from './modules.ts'

export type Client<S extends Session = Session> = ClientOf<typeof every, S>

/**
 * The platform as an object of functions, one module per domain. With `modules` only those; to keep the others out of a bundle too, take
 * `createClient` from `@vitrine/client/modular`.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://shop.example', auth: visitor({ clientId }) })
 * const { products } = await client.products.queryProducts({ query: { filter: { slug: 'morning-mug' } } })
 */
export function createClient<S extends Session = Session>(connection: Connection<S> & { readonly modules?: undefined }): Client<S>
export function createClient<const M extends Modules, S extends Session = Session>(
  connection: Connection<S> & { readonly modules: M },
): ClientOf<M, S>
export function createClient<S extends Session>({ modules, ...connection }: Connection<S> & { readonly modules?: Modules | undefined }) {
  return createClientOf({ ...connection, modules: modules ?? every })
}

export type { Api, Call, CallOptions, Reply } from './api.ts'
export {
  type Auth,
  apiKey,
  inMemory,
  nobody,
  noTokens,
  type Role,
  type Session,
  type TokenStore,
  type Tokens,
  token,
  type VisitorOptions,
  type VisitorSession,
  visitor,
} from './auth.ts'
export { type Connection, connect } from './connect.ts'
export type { ClientOf, Modules } from './create-client.ts'
export { each } from './each.ts'
export { attempt, type ErrorDetails, type Outcome, Refused, Unreachable } from './errors.ts'
export * from './modules.ts'
