import type { IncomingHttpHeaders } from 'node:http'
import { matchRoutes, type RouteObject } from 'react-router'

/** The methods that an address of the shop's pages takes; undefined where no page is. */
export type Methods = (url: URL) => readonly string[] | undefined

interface Node extends Pick<RouteObject, 'id' | 'path' | 'caseSensitive'> {
  readonly children?: Node[]
  readonly index?: boolean
}

const reading = ['GET', 'HEAD']

/** What the router's build says of each route, as far as it matters here. */
export type Routes = Readonly<Record<string, Route | undefined>>
interface Route {
  readonly id: string
  readonly parentId?: string | undefined
  readonly path?: string | undefined
  readonly index?: boolean | undefined
  readonly caseSensitive?: boolean | undefined
  readonly module: { readonly default?: unknown; readonly loader?: unknown; readonly action?: unknown }
}

/**
 * What stands for all other addresses, and for those where the merchant may have written a page: a caller that asks as a program finds none
 * there.
 */
const anyAddress: ReadonlySet<string | undefined> = new Set(['*', ':slug'])

/** Reads from the build which addresses are pages and which of them take a form. */
export function pageAddresses(routes: Routes): Methods {
  const below = (parentId: string | undefined): Node[] =>
    Object.values(routes).flatMap((route) =>
      route && route.parentId === parentId
        ? [
            {
              id: route.id,
              ...(route.path !== undefined && { path: route.path }),
              ...(route.caseSensitive && { caseSensitive: true }),
              ...(route.index ? { index: true } : { children: below(route.id) }),
            },
          ]
        : [],
    )
  const tree = below(undefined) as RouteObject[]
  return (url) => {
    if (!isDecodable(url.pathname)) return undefined
    const matches = matchRoutes(tree, pathOf(url))
    const leaf = matches?.at(-1)?.route
    if (!matches || !leaf?.id || anyAddress.has(leaf.path)) return undefined
    const { default: page, loader } = routes[leaf.id]?.module ?? {}
    // A form goes to the nearest route with a path of its own, unless it asks for the index.
    const isIndex = leaf.index === true && !url.searchParams.has('index')
    const target = isIndex ? matches.findLast(({ route }, at) => at === 0 || (route.path && !route.index))?.route : leaf
    const takesForms = target?.id !== undefined && routes[target.id]?.module.action !== undefined
    return [...(page || loader ? reading : []), ...(takesForms ? ['POST'] : [])]
  }
}

/** Where only forms are taken and nothing is to be read. */
export const addressesWithoutPage = (routes: Routes): ReadonlySet<string> =>
  new Set(
    Object.values(routes).flatMap((route) => (route?.path && !route.module.default && !route.module.loader ? [`/${route.path}`] : [])),
  )

/** The path of a page, also where only its data is requested. */
const pathOf = ({ pathname }: URL): string =>
  pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '')

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** A caller that asks as a program does: with a token, or for JSON and for no page. */
export const asksAsProgram = ({ authorization, accept }: Pick<IncomingHttpHeaders, 'authorization' | 'accept'>): boolean =>
  authorization !== undefined || (accept !== undefined && /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept))
