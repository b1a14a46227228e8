// Names each class of a style sheet that no page sets: `npm run unused`. A class counts as set where code has its whole name, or its
// beginning before a placeholder (`is-${state}`).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The editor's own, which its library sets. */
const ofLibraries = /^ProseMirror/

const code = globSync('{apps/admin/app,apps/storefront/app,packages/ui/src,packages/platform/src}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map(read)
  .join('\n')
const names = new Set(code.match(/[a-zA-Z][\w-]*/g))
const beginnings = new Set([...code.matchAll(/([a-zA-Z][\w-]*-)\$\{/g)].map(([, beginning]) => beginning))

const isSet = (name: string): boolean =>
  names.has(name) || [...name.matchAll(/-/g)].some(({ index }) => beginnings.has(name.slice(0, index + 1)))

const unused = globSync('{apps/admin/app,apps/storefront/app,packages/ui/src}/**/*.css', { cwd: root })
  .sort()
  .flatMap((file) => {
    const sheet = read(file).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const classes = new Set([...sheet.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!))
    return [...classes].filter((name) => !ofLibraries.test(name) && !isSet(name)).map((name) => `${file}: .${name}`)
  })
if (unused.length > 0) {
  console.error(`No page sets these classes:\n${unused.join('\n')}`)
  process.exitCode = 1
}
