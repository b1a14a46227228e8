// Builds @vitrine/client and @vitrine/react as they are published: JavaScript and declarations in packages/*/build, and a manifest of their own.
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { contractTypes } from './contract-types.ts'

export const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** The oldest versions of what a shop's own site brings along. */
const peers: Readonly<Record<string, string>> = { '@tanstack/react-query': '^5.0.0', react: '>=18' }

export const builtFolder = (name: 'client' | 'react'): string => join(root, 'packages', name, 'build')

/** Builds both, under another version where one is given; answers their folders, ready for `npm pack`. */
export async function buildPackages(version?: string): Promise<{ readonly client: string; readonly react: string }> {
  const client = await buildPackage('client', { 'contract.d.ts': contractTypes() }, { '@vitrine/contract': ['contract.d.ts'] }, version)
  const declarationsOf = (file: string) => [join(client, file.replace('./src/', './dist/').replace(/\.ts$/, '.d.ts'))]
  const { exports } = await manifestOf('client')
  const paths = Object.fromEntries(
    Object.entries(exports).map(([path, file]) => [`@vitrine/client${path.slice(1)}`, declarationsOf(file)] as const),
  )
  return { client, react: await buildPackage('react', {}, paths, version) }
}

const manifestOf = async (name: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest

/** The manifest as it is under another version, which the packages name each other by. */
function versioned(manifest: Manifest, version = manifest.version): Manifest {
  const { dependencies } = manifest
  const own =
    dependencies &&
    Object.fromEntries(Object.entries(dependencies).map(([name, at]) => [name, name.startsWith('@vitrine/') ? version : at]))
  return { ...manifest, version, ...(own && { dependencies: own }) }
}

const repositoryOfRoot = async (): Promise<Repository | undefined> =>
  (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { readonly repository?: Repository }).repository

/** `declared` are files of types that are written beside the built ones; `paths` says where types of other packages are. */
async function buildPackage(
  name: 'client' | 'react',
  declared: Readonly<Record<string, string>>,
  paths: Readonly<Record<string, readonly string[]>>,
  version: string | undefined,
): Promise<string> {
  const source = join(root, 'packages', name, 'src')
  const to = builtFolder(name)
  const dist = join(to, 'dist')
  await rm(to, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  for (const [file, text] of Object.entries(declared)) await writeFile(join(dist, file), text)
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      // What Node 20 and the browsers of the last years know.
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      rootDir: source,
      outDir: dist,
      paths: Object.fromEntries(
        Object.entries(paths).map(([from, files]) => [from, files.map((file) => (file.startsWith('/') ? file : join(dist, file)))]),
      ),
    },
    include: [source],
    exclude: [join(source, '**/*.test.ts'), join(source, '**/*.check.ts')],
  }
  await writeFile(join(to, 'tsconfig.json'), JSON.stringify(settings))
  try {
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', to, '--checkers', '1'])
  } catch (error) {
    throw new Error(`packages/${name} does not compile as it is published:\n${(error as { stdout?: string }).stdout ?? ''}`, {
      cause: error,
    })
  }
  await rm(join(to, 'tsconfig.json'))
  await namePublishedFiles(dist)
  await writeFile(
    join(to, 'package.json'),
    `${JSON.stringify(published(versioned(await manifestOf(name), version), await repositoryOfRoot()), null, 2)}\n`,
  )
  for (const file of ['LICENSE', 'CHANGELOG.md']) await cp(join(root, file), join(to, file))
  await cp(join(root, 'packages', name, 'README.md'), join(to, 'README.md'))
  return to
}

/** In declarations the names of files are as in the sources, and the contract is the file beside them. */
async function namePublishedFiles(dist: string): Promise<void> {
  for (const file of await readdir(dist, { recursive: true })) {
    if (!file.endsWith('.d.ts') || file === 'contract.d.ts') continue
    const path = join(dist, file)
    const contract = relative(join(path, '..'), join(dist, 'contract.js'))
    const text = await readFile(path, 'utf8')
    await writeFile(
      path,
      text
        .replaceAll(/(from |import\()(['"])@vitrine\/contract\2/g, `$1$2${contract.startsWith('.') ? contract : `./${contract}`}$2`)
        .replaceAll(/(from |import\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2'),
    )
  }
}

/** Where the sources are, if the root's manifest says so: npm's provenance statement needs it. */
interface Repository {
  readonly type: string
  readonly url: string
}

function published(
  { name, version, description, keywords, exports, dependencies, peerDependencies }: Manifest,
  repository: Repository | undefined,
): object {
  const built = (file: string, extension: string) => file.replace('./src/', './dist/').replace(/\.ts$/, extension)
  return {
    name,
    version,
    description,
    keywords,
    license: 'MIT',
    ...(repository && { repository: { ...repository, directory: `packages/${name.slice('@vitrine/'.length)}` } }),
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    files: ['dist', 'CHANGELOG.md'],
    exports: {
      ...Object.fromEntries(
        Object.entries(exports).map(([path, file]) => [path, { types: built(file, '.d.ts'), default: built(file, '.js') }] as const),
      ),
      './package.json': './package.json',
    },
    ...(dependencies && { dependencies }),
    ...(peerDependencies && {
      peerDependencies: Object.fromEntries(Object.keys(peerDependencies).map((peer) => [peer, peers[peer] ?? '*'] as const)),
    }),
    publishConfig: { access: 'public' },
  }
}

if (process.argv[1] === import.meta.filename) {
  const { client, react } = await buildPackages()
  process.stdout.write(`${relative(root, client)}\n${relative(root, react)}\n`)
}
