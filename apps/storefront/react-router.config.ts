import type { Config } from '@react-router/dev/config'

// A page knows its own route and asks for those of its links when it is alive: fifty lines would be more than most shoppers ever need.
export default { ssr: true, routeDiscovery: { mode: 'lazy' } } satisfies Config
