// What a page in a browser loads: the hooks, and of the client what they use.
import { visitor } from '@vitrine/client'
import { createClient } from '@vitrine/client/modular'
import { shopModules, useCart, VitrineProvider } from '@vitrine/react'

export const client = createClient({ baseUrl: '', auth: visitor({ clientId: 'app' }), modules: shopModules })
export { useCart, VitrineProvider }
