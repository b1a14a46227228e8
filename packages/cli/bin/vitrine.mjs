#!/usr/bin/env node
// `npx vitrine`: the Node of the system may be too old for TypeScript, and then the pinned one takes over.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const main = join(import.meta.dirname, '../src/main.ts')
const pinned = join(root, 'node_modules/.bin/node')

if (Number.parseInt(process.versions.node, 10) >= 24) await import('../src/main.ts')
else if (existsSync(pinned)) {
  const child = spawn(pinned, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
} else {
  console.error('The pinned Node 24 is missing: run `npm start` or `npm install` in the folder of Vitrine first.')
  process.exit(1)
}
