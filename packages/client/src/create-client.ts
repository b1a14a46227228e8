import type { Api } from './api.ts'
import type { Session } from './auth.ts'
import { type Connection, connect } from './connect.ts'

/** Tables of route lines by their names in the client. */
export type Modules = Readonly<Record<string, (api: Api) => object>>

export type ClientOf<M extends Modules, S extends Session = Session> = { readonly [Name in keyof M]: ReturnType<M[Name]> } & {
  /** Who is calling. */
  readonly auth: S
}

/**
 * The platform's operations as functions, those of `modules` and no others: what is not named is not bundled.
 *
 * @example
 * import { currentCart } from '@vitrine/client'
 * import { createClient } from '@vitrine/client/modular'
 * const client = createClient({ baseUrl, auth, modules: { currentCart } })
 */
export function createClient<const M extends Modules, S extends Session = Session>({
  modules,
  ...connection
}: Connection<S> & { readonly modules: M }): ClientOf<M, S> {
  const { api, auth } = connect(connection)
  return { ...Object.fromEntries(Object.entries(modules).map(([name, module]) => [name, module(api)])), auth } as ClientOf<M, S>
}
