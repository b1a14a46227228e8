// Who imports whom: the table in CONTRIBUTING.md, the slices of the platform, what browsers load, pure rules, and no cycles.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsIn } from './rooms/faults.ts'
import { readSource } from './rooms/read-source.ts'
import { rooms, root } from './rooms/rooms.ts'

const files = globSync(
  rooms.map((room) => `${room}/**/*.{ts,tsx,mjs}`),
  {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|build|\.react-router)$/.test(path),
  },
)
const sources = files.map((file) => readSource(file, readFileSync(join(root, file), 'utf8')))
const faults = faultsIn(sources)

for (const fault of faults) console.error(fault)
console.log(`${files.length} files, ${sources.flatMap(({ imports }) => imports).length} imports, ${faults.length} against the rules`)
process.exitCode = faults.length > 0 ? 1 : 0
