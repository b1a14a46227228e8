import { Refused, Unreachable } from '@vitrine/client'
import type { DataStrategyFunction } from 'react-router'

/** The shop is away for a while; what is refused for a reason is another thing. */
export const isAway = (error: unknown): boolean => error instanceof Unreachable || (error instanceof Refused && error.status >= 500)

interface Page {
  readonly navigation: { readonly state: string }
  readonly loaderData: Readonly<Record<string, unknown>>
}

/**
 * Loads pages, and leaves one on screen when it cannot be loaded again: a lost connection takes nothing away from whoever is working on it.
 * It is loaded again with the next news, or whatever is done next.
 */
export const keepingPages =
  (state: () => Page): DataStrategyFunction =>
  async ({ matches, request, fetcherKey, runClientMiddleware }) => {
    const loading = matches.filter((match) => match.shouldLoad)
    const results = await runClientMiddleware(async () =>
      Object.fromEntries(await Promise.all(loading.map(async (match) => [match.route.id, await match.resolve()] as const))),
    )
    const { navigation, loaderData } = state()
    const isReadAgain = request.method === 'GET' && fetcherKey === null && navigation.state === 'idle'
    const isLost = Object.values(results).some(({ type, result }) => type === 'error' && isAway(result))
    if (!isReadAgain || !isLost || loading.some(({ route }) => loaderData[route.id] === undefined)) return results
    return Object.fromEntries(loading.map(({ route }) => [route.id, { type: 'data', result: loaderData[route.id] }]))
  }
