import type { Config } from '@react-router/dev/config'

// Every route is told at once: fifteen lines, and no question to the server before a page can be left.
export default { ssr: true, routeDiscovery: { mode: 'initial' } } satisfies Config
