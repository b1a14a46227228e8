// One word a thing: names, paths, tables and what the admin says hold none of the words that docs/glossary.md has retired.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rooms, root } from './rooms/rooms.ts'
import { faultsInCopy, faultsInPath, faultsInSource, faultsInTables } from './words/faults.ts'

const files = globSync(
  [...rooms, 'scripts'].map((room) => `${room}/**/*.{ts,tsx,css,sql}`),
  {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|build|\.react-router|migrations|words)$/.test(path),
  },
)
const migrationFolder = join(root, 'packages/platform/src/kernel/db/migrations')
const migrations = globSync('*.sql', { cwd: migrationFolder }).sort()
const saysSomething = /^apps\/admin\/app\/(?!.*\.test\.).*\.tsx?$/
const faults = [
  ...files.flatMap((file) => {
    if (!/\.tsx?$/.test(file)) return faultsInPath(file)
    const text = readFileSync(join(root, file), 'utf8')
    return [...faultsInPath(file), ...faultsInSource(file, text), ...(saysSomething.test(file) ? faultsInCopy(file, text) : [])]
  }),
  ...faultsInTables(migrations.map((file) => readFileSync(join(migrationFolder, file), 'utf8'))),
]

for (const { file, name, term } of faults) console.error(`${file}: ${name} (say ${term})`)
console.log(`${files.length} files, ${faults.length} retired words`)
process.exitCode = faults.length > 0 ? 1 : 0
