import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { addProduct } from '@vitrine/testing/products'
import { build } from 'vite'
import { type ServedShop, serveShop } from '../../apps/server/src/test/served-shop.ts'
import { buildPackages, root } from './build-packages.ts'
import { nodesHere } from './nodes-here.ts'
import { packInto } from './pack.ts'

const run = promisify(execFile)

describe('the packages as they are published', () => {
  let project: string
  let tarballs: readonly string[]
  let served: ServedShop

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'vitrine-consumer-'))
    const { client, react } = await buildPackages()
    tarballs = await packInto(project, [client, react])
    await cp(join(import.meta.dirname, 'consumer'), project, { recursive: true })
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
    // Offline: the packages need nothing but each other, and what a shop's own site has already.
    const own = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', ['install', ...own, ...tarballs.map((file) => `file:${file}`)], { cwd: project })
    served = await serveShop()
    const { platform, site, clock } = served.shop
    for (const name of ['Morning mug', 'Evening bowl']) await addProduct(platform, { site, name, price: 1250, stock: 5 }, clock.now())
  })
  after(async () => {
    await served?.[Symbol.asyncDispose]()
    await rm(project, { recursive: true, force: true })
  })

  test('hold JavaScript, declarations, README, licence and changelog, and nothing private', async () => {
    for (const name of ['client', 'react']) {
      const folder = join(project, 'node_modules/@vitrine', name)
      assert.deepEqual((await readdir(folder)).sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json'])
      const files = await readdir(join(folder, 'dist'), { recursive: true, withFileTypes: true })
      for (const file of files.filter((one) => one.isFile())) {
        assert.match(file.name, /\.(js|d\.ts)$/)
        const text = (await readFile(join(file.parentPath, file.name), 'utf8')).replaceAll(/^\s*\*.*$/gm, '')
        const imported = [...text.matchAll(/(?:from |import\()["']([^"']+)["']/g)].map(([, path]) => path!)
        const foreign = imported.filter(
          (path) => !path.startsWith('.') && !/^(@vitrine\/client|react$|@tanstack\/react-query$|node:)/.test(path),
        )
        assert.deepEqual(foreign, [], `${file.name} imports what the package does not bring`)
        for (const path of imported) assert.doesNotMatch(path, /\.ts$/, file.name)
      }
      const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
      assert.equal(manifest.private, undefined)
      assert.equal(manifest.sideEffects, false)
      assert.deepEqual(manifest.dependencies ?? {}, name === 'react' ? { '@vitrine/client': manifest.version } : {})
    }
  })

  test('a program buys with the installed client, on every Node that is here', async (t) => {
    const nodes = await nodesHere()
    assert.ok(nodes.get(24), 'the pinned Node 24 is always here')
    for (const major of [20, 22, 24]) {
      const node = nodes.get(major)
      if (!node) {
        t.diagnostic(`Node ${major} is not on this machine and was skipped: \`npm run release -- --dry-run\` fetches it`)
        continue
      }
      const { stdout } = await run(node, ['buy.mjs', served.url, served.shop.clientId], { cwd: project })
      const { checkoutUrl, node: version, ...bought } = JSON.parse(stdout) as Record<string, unknown>
      assert.match(String(version), new RegExp(`^v${major}\\.`))
      assert.match(String(checkoutUrl), /checkout/)
      assert.deepEqual(
        { ...bought, names: (bought['names'] as string[]).sort() },
        {
          names: ['Evening bowl', 'Morning mug'],
          newer: 2,
          subtotal: '25.00',
          refused: 'ORDER_NOT_FOUND',
        },
      )
    }
  })

  test('a strict program compiles against them, declarations included, without the types of Node', async () => {
    await linkPeers(project)
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--checkers', '1']).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    )
  })

  test('the printed types are those of the contract, route by route', async () => {
    const folder = await mkdtemp(join(root, 'scripts/release/.same-'))
    try {
      await writeFile(join(folder, 'same.ts'), sameTypes)
      const settings = {
        extends: join(root, 'tsconfig.json'),
        compilerOptions: { paths: { printed: [join(root, 'packages/client/build/dist/contract.d.ts')] } },
        include: [],
        files: ['same.ts'],
      }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
      await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--checkers', '1']).catch((error: { stdout: string }) =>
        assert.fail(error.stdout),
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('Vite builds a page of them, and leaves out what it does not use', async () => {
    await linkPeers(project)
    const result = await build({
      configFile: false,
      logLevel: 'error',
      root: project,
      build: {
        write: false,
        target: 'es2022',
        minify: true,
        lib: { entry: join(project, 'page.ts'), formats: ['es'], fileName: 'page' },
        rolldownOptions: { external: ['react', /^react\//, '@tanstack/react-query'] },
      },
    })
    const [chunk] = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
    assert.ok(chunk?.type === 'chunk')
    assert.match(chunk.code, /add-to-cart/)
    assert.doesNotMatch(chunk.code, /wishlists|back-in-stock|gift-vouchers/)
    const bytes = gzipSync(chunk.code, { level: 9 }).length
    assert.ok(bytes < 5_500, `${bytes} bytes`)
  })
})

/** What the site that uses the hooks brings itself, as it is installed here. */
async function linkPeers(project: string): Promise<void> {
  for (const name of ['react', '@types/react', 'csstype', '@tanstack/react-query', '@tanstack/query-core']) {
    const link = join(project, 'node_modules', name)
    await mkdir(join(link, '..'), { recursive: true })
    await symlink(join(root, 'node_modules', name), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** For each operation, refusal and event: either type is assignable to the other. */
const sameTypes = `
import type * as ours from '@vitrine/contract'
import type * as printed from 'printed'
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Different<T> = { [K in keyof T]: T[K] extends true ? never : K }[keyof T]
type Inputs = Different<{ [R in ours.Route]: Same<ours.Input<R>, printed.Input<R>> }>
type Answers = Different<{ [R in ours.Route]: Same<ours.Ok<R>, printed.Ok<R>> }>
type Codes = Different<{ [R in ours.Route]: Same<ours.Code<R>, printed.Code<R>> }>
type Refusals = Different<{ [C in ours.RefusalCode]: Same<ours.RefusalData<C>, printed.RefusalData<C>> }>
type Events = Different<{ [T in ours.EventType]: Same<ours.EventData<T>, printed.EventData<T>> }>
type Routes = Same<ours.Route, printed.Route> extends true ? never : 'routes'
export const different: [never, never, never, never, never, never] = [] as unknown as [Inputs, Answers, Codes, Refusals, Events, Routes]
`
