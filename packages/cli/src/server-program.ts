import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CannotDo, type Given } from './command.ts'

const root = join(import.meta.dirname, '../../..')

/** Runs a program of the server with these words, as npm's scripts do; returns its exit code. */
export async function runServerProgram(
  name: 'main' | 'backup' | 'restore' | 'keys',
  words: readonly string[],
  { env, signal }: Given,
  more: Readonly<Record<string, string>> = {},
): Promise<number> {
  const program = join(root, 'apps/server/src', `${name}.ts`)
  if (!existsSync(program)) throw new CannotDo(`There is no server here (${program}): run this in the folder of Vitrine.`)
  return runNode([program, ...words], { ...env, ...more }, signal)
}

/** Installs and builds what is missing. */
export const makeReady = ({ env, signal }: Given): Promise<number> => runNode([join(root, 'scripts/ready.mjs')], env, signal)

function runNode(args: readonly string[], env: Readonly<Record<string, string | undefined>>, signal: AbortSignal): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env, cwd: process.cwd() })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      resolve(code ?? 1)
    })
  })
}
