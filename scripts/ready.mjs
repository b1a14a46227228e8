// Installs what is missing or other than the lockfile says, then builds what is older than its sources.
// Runs on the system's Node, before anything is installed: JavaScript, and nothing but Node's own modules.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.chdir(join(import.meta.dirname, '..'))

const node = join(process.cwd(), 'node_modules/.bin/node')
/** What npm notes down when it has finished. */
const installed = 'node_modules/.package-lock.json'

if (!isInstalled()) await install()
if (!existsSync(node)) {
  console.error(
    'node_modules/.bin/node is missing: the install script of the package "node" did not run (is ignore-scripts set in .npmrc?).',
  )
  process.exit(1)
}
const shared = ['packages/client', 'packages/pricing', 'packages/contract', 'scripts/precompress.ts', 'package-lock.json']
await build('apps/storefront', 'react-router', ['packages/ui', ...shared])
await build('apps/admin', 'vite', shared)

/** By content, not by age: what is there is what the lockfile asks for. */
function isInstalled() {
  if (!existsSync(installed)) return false
  const present = packagesOf(installed)
  return Object.entries(packagesOf('package-lock.json')).every(([path, wanted]) => {
    if (path === '') return true
    const found = present[path]
    return found ? found.version === wanted.version && found.integrity === wanted.integrity : wanted.optional === true
  })
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

async function install() {
  console.log('Installing packages …')
  // An install that was broken off leaves packages that npm takes for whole, so it is begun afresh.
  rmSync(existsSync(installed) ? installed : 'node_modules', { recursive: true, force: true })
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  // Not `npm ci`: it stops when a registry lacks some tool's package for some other machine. This takes the versions of the lockfile, too.
  // Tools that build and test are needed also where NODE_ENV=production.
  await run([...npm, 'install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], '.')
}

async function build(app, builder, needs) {
  const stamp = join(app, 'build/.sources')
  const sources = fingerprint([app, ...needs])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log(`Building ${app} …`)
  await run([node, join(process.cwd(), 'node_modules/.bin', builder), 'build'], app, { NODE_ENV: 'production' })
  writeFileSync(stamp, sources)
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesBelow(path)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  const generated = new Set(['node_modules', 'build', '.react-router'])
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .filter((entry) => !generated.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
}

/** Runs a step to its end; its words are shown when it fails. It does not outlive who called us: npm's shell dies of a signal without telling. */
async function run([command, ...args], cwd, env = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const caller = process.ppid
  const leave = () => {
    process.kill(-child.pid, 'SIGKILL')
    process.exit(1)
  }
  const watch = setInterval(() => process.ppid !== caller && leave(), 200)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave)
  let words = ''
  child.stdout.on('data', (chunk) => (words += chunk))
  child.stderr.on('data', (chunk) => (words += chunk))
  const code = await new Promise((done) => {
    child.once('error', (error) => {
      words += error.message
      done(1)
    })
    child.once('close', done)
  })
  clearInterval(watch)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, leave)
  if (code === 0) return
  console.error(`${words.trim()}\n\n${[command, ...args].join(' ')} failed.`)
  process.exit(1)
}
