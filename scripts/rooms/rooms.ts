import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** `types` after a room: nothing of it but `import type`. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/pricing': [],
  'packages/client': ['packages/contract types'],
  'packages/platform': ['packages/contract', 'packages/pricing'],
  'packages/react': ['packages/client'],
  'packages/cli': ['packages/client'],
  'packages/ui': [],
  'apps/storefront': ['packages/client', 'packages/ui', 'packages/pricing', 'packages/contract types', 'scripts'],
  'apps/admin': ['packages/client', 'packages/ui', 'packages/pricing', 'packages/contract types', 'scripts'],
  'apps/server': ['packages/*', 'apps/*', 'demo'],
  demo: ['packages/platform', 'packages/pricing'],
  testing: ['packages/*', 'demo'],
  e2e: ['packages/*', 'apps/*', 'demo', 'testing'],
  bench: ['packages/*', 'apps/*', 'demo', 'testing', 'e2e'],
  scripts: ['packages/*', 'apps/*', 'demo', 'testing', 'e2e'],
}

/** What may come from npm, for the rooms that stay small. */
export const mayInstall: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': ['zod'],
  'packages/pricing': [],
  'packages/client': [],
  'packages/react': ['react', '@tanstack/react-query'],
  'packages/cli': [],
  'packages/ui': ['react', 'react-dom', 'lucide-react', 'uqr'],
}

/** Packages that only our own parts stand on, and where those are: pages use the parts. */
export const behindParts: ReadonlyMap<string, string> = new Map([['@base-ui/react', 'apps/admin/app/parts/']])

export const platform = 'packages/platform/src'
/** Imports no slice, and every slice may import it. */
export const kernel = 'kernel'
/**
 * The domains of the shop, the lowest first: each stands on those before it and knows nothing of those after it. Each has its slices, a folder
 * each, and `flows`: stories that need several slices.
 */
export const areas = ['shop', 'people', 'commerce']
/** What several slices of an area stand on: how a shop sells, and how people prove who they are. They import no slice either. */
export const shared = ['commerce/selling', 'people/credentials']
/** The files above the areas that know all of them: the composition, and what it is published as. */
export const composition = ['platform.ts', 'platform-options.ts', 'index.ts']

export const rooms = Object.keys(mayImport)
export const roomOf = (file: string): string | undefined => rooms.find((room) => file.startsWith(`${room}/`))

interface Package {
  readonly name: string
  readonly exports?: Readonly<Record<string, string>>
}
const packageOf = (room: string): Package => JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')) as Package
/** Our own packages by their names, with what they publish. */
export const packages: ReadonlyMap<string, { readonly room: string; readonly exports: Readonly<Record<string, string>> }> = new Map(
  rooms
    .filter((room) => room !== 'scripts')
    .map((room) => {
      const { name, exports = {} } = packageOf(room)
      return [name, { room, exports }]
    }),
)

export const isTest = (file: string): boolean => /\.(test|check)\.tsx?$/.test(file) || /\/test\//.test(file)

/** What a browser loads: there is no Node there. */
export const runsInBrowsers = (file: string): boolean =>
  !isTest(file) &&
  file !== 'packages/client/src/web-method-handler.ts' && // the half of web methods that a server has
  (/^packages\/(contract|pricing|client|react|ui)\/src\//.test(file) ||
    file.startsWith('apps/admin/app/') ||
    (file.startsWith('apps/storefront/app/') && !/\.server\.tsx?$/.test(file)))

/** What rules may import of the parts that ask something of the world: what is computed, and new ids. */
export const askNothing = ['node:util', 'node:crypto', `${platform}/kernel/db/id.ts`]

/** Rules of the platform: their answer depends on what they are given alone. */
export const isPure = (file: string): boolean => file.startsWith(`${platform}/`) && /(^|\/|-)rules\.ts$/.test(file)
