// Prepares a release of @vitrine/client and @vitrine/react: `npm run release -- patch|minor|major|1.2.3 [--dry-run] [--offline]`.
// With --dry-run nothing is changed: it says what would be, packs it, and runs it under Node 20, 22 and 24.
import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildPackages, root } from './build-packages.ts'
import { nextVersion, ReleaseRefused, releaseChangelog } from './next-version.ts'
import { fetchedNodes, nodesHere } from './nodes-here.ts'
import { packInto } from './pack.ts'

const run = promisify(execFile)
const usage = 'npm run release -- patch|minor|major|1.2.3 [--dry-run] [--offline]'
const say = (line: string) => void process.stdout.write(`${line}\n`)

interface Root {
  readonly version: string
  readonly workspaces: readonly string[]
  readonly repository?: { readonly url: string }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, offline: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return say(usage)
  const dry = values['dry-run'] === true
  const [wanted, ...others] = positionals.length === 0 && dry ? ['patch'] : positionals
  if (wanted === undefined || others.length > 0) throw new ReleaseRefused(usage)
  const { version: current, repository, workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Root
  const version = nextVersion(current, wanted)
  const today = new Date().toISOString().slice(0, 10)
  const { changelog, section } = releaseChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, today)
  if (!dry) {
    const { stdout } = await run('git', ['status', '--porcelain'], { cwd: root })
    if (stdout.trim() !== '') throw new ReleaseRefused('There are changes that are not committed: a release begins at a commit')
    writeFileSync(join(root, 'CHANGELOG.md'), changelog)
    await setVersions(current, version, workspaces)
  }
  say(`${current} → ${version}${dry ? ', on trial: nothing is changed' : ''}\n\n${section}\n`)

  const folder = dry ? await mkdtemp(join(tmpdir(), 'vitrine-release-')) : join(root, 'build/release')
  try {
    await mkdir(folder, { recursive: true })
    const { client, react } = await buildPackages(version)
    const tarballs = await packInto(folder, [client, react])
    for (const file of tarballs) say(`${relative(root, file)}  ${((await stat(file)).size / 1000).toFixed(1)} kB`)
    await tryOnEveryNode(tarballs, values.offline === true)
    say(
      repository
        ? `\nProvenance: publish from a CI job with \`id-token: write\`, and npm states that the packages come from ${repository.url}.`
        : '\nProvenance: npm states where a package comes from only if the root package.json names its `repository`, and only from a CI job with `id-token: write`. There is no `repository` yet.',
    )
    if (dry) return
    say(`\nNow:\n  git commit -am "Version ${version}" && git tag v${version} && git push --follow-tags`)
    for (const file of tarballs) say(`  npm publish ${relative(root, file)} --access public --provenance`)
  } finally {
    if (dry) await rm(folder, { recursive: true, force: true })
  }
}

/** All packages have one version, and name each other by it. */
async function setVersions(current: string, version: string, workspaces: readonly string[]): Promise<void> {
  const folders = globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
  for (const file of ['package.json', ...folders]) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    const own = /^( {2}"version": |\s+"@vitrine\/[\w-]+": )"([^"]+)"/gm
    writeFileSync(
      path,
      text.replaceAll(own, (line, head: string, was: string) => (was === current ? `${head}"${version}"` : line)),
    )
  }
  await run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: root })
}

/** Imports every entry of the packed client, offline, under each Node that it is for; one that is missing is fetched. */
async function tryOnEveryNode(tarballs: readonly string[], offline: boolean): Promise<void> {
  const project = await mkdtemp(join(tmpdir(), 'vitrine-consumer-'))
  try {
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
    await run('npm', ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', ...tarballs.map((file) => `file:${file}`)], {
      cwd: project,
    })
    await writeFile(join(project, 'every-entry.mjs'), everyEntry)
    for (const major of [20, 22, 24]) {
      const node = (await nodesHere()).get(major) ?? (offline ? undefined : await fetchNode(major))
      if (!node) {
        say(`Node ${major}: skipped, it is not on this machine`)
        continue
      }
      const { stdout } = await run(node, ['every-entry.mjs'], { cwd: project })
      say(`Node ${major}: ${stdout.trim()}`)
    }
  } finally {
    await rm(project, { recursive: true, force: true })
  }
}

const everyEntry = `
import { readFileSync } from 'node:fs'
const { exports } = JSON.parse(readFileSync(new URL('node_modules/@vitrine/client/package.json', import.meta.url), 'utf8'))
const paths = Object.keys(exports).filter((path) => path !== './package.json')
for (const path of paths) await import('@vitrine/client' + path.slice(1))
console.log(process.version + ' imports all ' + paths.length + ' entries')
`

async function fetchNode(major: number): Promise<string | undefined> {
  const folder = join(fetchedNodes, String(major))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  await run('npm', ['install', `node@${major}`, '--no-audit', '--no-fund'], { cwd: folder })
  return (await nodesHere()).get(major)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
