import type { Config } from '@react-router/dev/config'

// Routes that are discovered while a page is hydrated make the router render it anew in a transition, which can hold up hydration for good (0178).
export default { ssr: true, routeDiscovery: { mode: 'initial' } } satisfies Config
