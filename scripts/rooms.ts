// Who imports whom, read from the import statements: the table in CONTRIBUTING.md, the slices of the platform, and no cycles.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')

/** `types` after a room: nothing of it but `import type`. */
const mayImport: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/pricing': [],
  'packages/client': ['packages/contract types'],
  'packages/platform': ['packages/contract', 'packages/pricing'],
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
const mayInstall: Record<string, readonly string[]> = {
  'packages/contract': ['zod'],
  'packages/pricing': [],
  'packages/client': [],
  'packages/ui': ['react', 'react-dom', 'lucide-react'],
}
const platform = 'packages/platform/src'
const kernel = ['http', 'db', 'events', 'jobs', 'clock', 'outbound', 'key-wrap', 'csv']
/** What several slices stand on: how a shop sells, what its merchant has set, how what is asked for is read, and how people prove who they are. They import no slice either. */
const shared = ['selling', 'settings', 'query', 'credentials']
/** The files above the slices that know them: the composition, and what it is published as. */
const composition = ['platform.ts', 'wiring', 'index.ts']

interface Import {
  readonly from: string
  /** A file of ours, from the root; or the name of a package. */
  readonly to: string
  readonly typesOnly: boolean
}

const rooms = Object.keys(mayImport)
const roomOf = (file: string): string | undefined => rooms.find((room) => file.startsWith(`${room}/`))
const roomByPackage = new Map(
  rooms
    .filter((room) => room !== 'scripts')
    .map((room) => [JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')).name as string, room]),
)
const isTest = (file: string): boolean => /\.(test|check)\.tsx?$/.test(file) || /\/test\//.test(file)

const files = globSync(
  rooms.map((room) => `${room}/**/*.{ts,tsx,mjs}`),
  {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|build|\.react-router)$/.test(path),
  },
)

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?((?:[\w*{}\s,$]+?\s+from\s+)?)['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/gm,
  )
  return [...statements].map(([, type, names = '', named, called]) => {
    const specifier = named ?? called ?? ''
    const everyNameIsType = /^\{(\s*type\s+[\w$]+(\s+as\s+[\w$]+)?\s*,?)+\s*\}\s+from\s+$/.test(names)
    return { from: file, to: resolveImport(file, specifier), typesOnly: type !== undefined || everyNameIsType }
  })
}

function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return withExtension(relative(root, join(root, dirname(file), specifier)))
  const name = packageName(specifier)
  const room = roomByPackage.get(name)
  if (!room) return specifier
  const { exports } = JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')) as { exports?: Record<string, string> }
  const inside = `.${specifier.slice(name.length)}`
  for (const [pattern, target] of Object.entries(exports ?? {})) {
    const [start = '', end = ''] = pattern.split('*')
    if (pattern === inside) return join(room, target)
    if (pattern.includes('*') && inside.startsWith(start) && inside.endsWith(end)) {
      return join(room, target.replace('*', inside.slice(start.length, inside.length - end.length)))
    }
  }
  return join(room, inside)
}

const withExtension = (path: string): string => [path, `${path}.ts`, `${path}.tsx`].find((one) => isFile(join(root, one))) ?? path

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

const packageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

function roomFaults({ from, to, typesOnly }: Import): string[] {
  const here = roomOf(from)
  const there = roomOf(to)
  if (!here || here === there) return []
  if (!there) {
    const known = mayInstall[here]
    const ours = !known || isTest(from) || to.startsWith('node:') || to.startsWith('..') || known.includes(packageName(to))
    return ours ? [] : [`${from}: ${here} may not use the package ${to}`]
  }
  if (isTest(from) && there === 'testing') return []
  const rules = mayImport[here] ?? []
  const covers = (rule: string) => rule === there || (rule.endsWith('/*') && there.startsWith(rule.slice(0, -1)))
  if (rules.some(covers) || ((typesOnly || isTest(from)) && rules.includes(`${there} types`))) return []
  const partly = rules.includes(`${there} types`) ? ' but as types' : ''
  return [`${from}: ${here} may not import ${there}${partly}`]
}

function sliceFaults({ from, to }: Import): string[] {
  if (!from.startsWith(`${platform}/`) || !to.startsWith(`${platform}/`)) return []
  const here = partOf(from)
  const there = partOf(to)
  if (here === there || composition.includes(here)) return []
  if (composition.includes(there)) return isTest(from) ? [] : [`${from}: only the server and the tests import the platform's composition`]
  if (kernel.includes(there) || there.endsWith('.ts') || isTest(from)) return []
  if (shared.includes(there) && !kernel.includes(here)) return []
  return [
    `${from}: ${kernel.includes(here) ? 'the kernel imports no slice' : 'no slice imports another one'} (${there}); take a function in Deps`,
  ]
}

const partOf = (file: string): string => relative(platform, file).split('/', 1)[0] ?? ''

/** Of imports that remain at run time. */
function cycles(): string[] {
  const graph = Map.groupBy(
    imports.filter(({ typesOnly }) => !typesOnly),
    ({ from }) => from,
  )
  const found: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (file: string): void => {
    const at = trail.indexOf(file)
    if (at >= 0) found.push(`cycle: ${[...trail.slice(at), file].join(' → ')}`)
    if (at >= 0 || done.has(file)) return
    trail.push(file)
    for (const { to } of graph.get(file) ?? []) visit(to)
    trail.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return found
}

const imports = files.flatMap(importsOf)
const faults = new Set([...imports.flatMap((one) => [...roomFaults(one), ...sliceFaults(one)]), ...cycles()])

for (const fault of faults) console.error(fault)
console.log(`${files.length} files, ${imports.length} imports, ${faults.size} against the rules`)
process.exitCode = faults.size > 0 ? 1 : 0
