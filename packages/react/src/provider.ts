import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { VisitorSession } from '@vitrine/client'
import { checkout, collections, currentCart, products } from '@vitrine/client'
import { members } from '@vitrine/client/account'
import type { ClientOf } from '@vitrine/client/modular'
import { createContext, createElement, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { newQueryClient } from './query-client.ts'

/**
 * The client modules that the hooks use.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://shop.example', auth: visitor({ clientId }), modules: shopModules })
 */
export const shopModules = { products, collections, currentCart, checkout, members }

/** A client of a shopper with at least {@link shopModules}. */
export type Shop = ClientOf<typeof shopModules, VisitorSession>

const Context = createContext<Shop | undefined>(undefined)

/**
 * Provides the client to the hooks below it. Without a `queryClient` it creates one with {@link newQueryClient}.
 *
 * @example
 * <VitrineProvider client={client}>
 *   <Products />
 * </VitrineProvider>
 */
export function VitrineProvider(props: {
  readonly client: Shop
  readonly queryClient?: QueryClient | undefined
  readonly children?: ReactNode
}): ReactElement {
  const [own] = useState(() => props.queryClient ?? newQueryClient())
  return createElement(
    QueryClientProvider,
    { client: props.queryClient ?? own },
    createElement(Context.Provider, { value: props.client }, props.children),
  )
}

/** The client of the provider above; throws where there is none. */
export function useShopClient(): Shop {
  const client = useContext(Context)
  if (!client) throw new Error('This hook works below a VitrineProvider alone.')
  return client
}
