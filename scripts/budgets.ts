// What a browser has to load, compressed, against what it may.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const client = join(root, 'apps/storefront/build/client')

interface Chunk {
  readonly module: string
  readonly imports: readonly string[]
}
interface Route extends Chunk {
  readonly parentId?: string
}
interface Manifest {
  readonly entry: Chunk
  readonly routes: Readonly<Record<string, Route>>
}

const rows = [
  { what: 'JavaScript of the home page', bytes: pageBytes('routes/home'), atMost: 135_000 },
  // With questions, what is bought together and collecting in the store beside what the home page has.
  { what: 'JavaScript of a product page', bytes: pageBytes('routes/product'), atMost: 136_000 },
  { what: 'Faces of a first page, in three files', bytes: faceBytes(), atMost: 90_000, sent: 'as they are' },
  { what: 'JavaScript of the admin’s first load', bytes: adminBytes(), atMost: 200_000 },
  {
    what: '@vitrine/client/modular, a visitor’s',
    bytes: await sdkBytes("export { createClient } from './create-client'\nexport { visitor } from './auth'"),
    atMost: 5_000,
  },
  { what: '@vitrine/client with every module', bytes: await sdkBytes("export * from './index'"), atMost: 8_000 },
  {
    what: 'and with those for accounts and v3',
    bytes: await sdkBytes("export * from './index'\nexport * from './account'\nexport * from './catalogue-v3'"),
    atMost: 12_000,
  },
  { what: 'all of it, back office and sign-in', bytes: await sdkBytes(everyEntry()), atMost: 23_500 },
  { what: '@vitrine/client/member, calls and all', bytes: await sdkBytes("export * from './member'"), atMost: 5_500 },
  { what: '@vitrine/client/media', bytes: await sdkBytes("export * from './media/index'"), atMost: 2_000 },
  { what: '@vitrine/client/web-methods', bytes: await sdkBytes("export * from './web-methods'"), atMost: 1_000 },
]
for (const { what, bytes, atMost, sent = 'gzip' } of rows) {
  console.log(`${bytes > atMost ? '✖' : '✔'} ${what.padEnd(34)} ${kilobytes(bytes)} of ${kilobytes(atMost)} ${sent}`)
  if (bytes > atMost) process.exitCode = 1
}

/** Everything that a route's page loads before it is alive; what it loads on demand is not in it. */
function pageBytes(id: string): number {
  const [file = ''] = globSync('assets/manifest-*.js', { cwd: client })
  const text = readFileSync(join(client, file), 'utf8')
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
  const page = manifest.routes[id]
  if (!page) throw new Error(`The storefront has no route ${id}.`)
  const needed = new Set([file])
  const chunks: Chunk[] = [manifest.entry]
  for (let route: Route | undefined = page; route; route = manifest.routes[route.parentId ?? '']) chunks.push(route)
  for (const chunk of chunks) for (const path of [chunk.module, ...chunk.imports]) needed.add(path)
  return [...needed].reduce((sum, path) => sum + gzipSync(readFileSync(join(client, path)), { level: 9 }).length, 0)
}

/** What is cut for a page in a western language; whole faces are fetched for letters that such pages seldom have. */
function faceBytes(): number {
  const files = globSync('assets/{fraunces,fraunces-italic,instrument-sans}-????????.woff2', { cwd: client })
  if (files.length !== 3) throw new Error(`The storefront has ${files.length} faces for a first page.`)
  return files.reduce((sum, file) => sum + readFileSync(join(client, file)).length, 0)
}

/** What the admin's page asks for by itself: a section comes when it is opened. */
function adminBytes(): number {
  const folder = join(root, 'apps/admin/build')
  const scripts = [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/admin\/([^"]+\.js)"/g)]
  if (scripts.length === 0) throw new Error('The admin loads no script.')
  return scripts.reduce((sum, [, path]) => sum + gzipSync(readFileSync(join(folder, path!)), { level: 9 }).length, 0)
}

/** What a browser can import of it: all entries but the half of web methods that a server has. */
function everyEntry(): string {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8')) as { exports: Record<string, string> }
  const files = Object.entries(exports).filter(([path]) => path !== './web-method-handler')
  return files.map(([, file], at) => `export * as entry${at} from '${file.replace('./src/', './').replace(/\.ts$/, '')}'`).join('\n')
}

/** A module beside the client's sources, minified as a page would. */
async function sdkBytes(code: string): Promise<number> {
  const entry = join(root, 'packages/client/src/measured.ts')
  const result = await build({
    plugins: [{ name: 'measured', resolveId: (id) => (id === entry ? id : undefined), load: (id) => (id === entry ? code : undefined) }],
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry, formats: ['es'], fileName: 'client' },
    },
  })
  const chunks = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const written = chunks.flatMap((one) => (one.type === 'chunk' ? [one] : []))
  const bundlersOwn = '\0'
  const inlined = written
    .flatMap((one) => one.moduleIds)
    .filter((id) => !id.startsWith(join(root, 'packages/client/src/')) && !id.startsWith(bundlersOwn))
  if (inlined.length > 0) throw new Error(`Only the client itself belongs into its bundle, and there is: ${inlined.join(', ')}`)
  return written.reduce((sum, one) => sum + gzipSync(one.code, { level: 9 }).length, 0)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(5)} kB`
}
