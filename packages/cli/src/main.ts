// `npx vitrine <command>`: exit code 0 on success, 1 on failure, 2 on wrong usage.
import { parseArgs } from 'node:util'
import { Refused, Unreachable } from '@vitrine/client'
import { CannotDo, type Command, type Given, WrongUse } from './command.ts'
import { clock } from './commands/clock.ts'
import { doctor } from './commands/doctor.ts'
import { exportList } from './commands/export.ts'
import { importProducts, seed } from './commands/import.ts'
import { keys } from './commands/keys.ts'
import { listen } from './commands/listen.ts'
import { backup, restore, start } from './commands/server.ts'

const commands: Readonly<Record<string, Command>> = {
  start,
  seed,
  import: importProducts,
  export: exportList,
  listen,
  backup,
  restore,
  doctor,
  keys,
  clock,
}

const help = `vitrine <command>

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`)
  .join('\n')}

vitrine <command> --help says more.`

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const complain = (line: string): void => void process.stderr.write(`${line}\n`)

async function main([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    say(help)
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    complain(`There is no command ${name}.\n\n${help}`)
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    say(`vitrine ${command.usage}`)
    return 0
  }
  try {
    const { positionals, values } = command.passesOn
      ? { positionals: rest, values: {} }
      : parseArgs({ args: rest, allowPositionals: true, options: command.options ?? {} })
    return (await command.run({ words: positionals, options: values as Given['options'], env: process.env, say, signal: stop.signal })) ?? 0
  } catch (error) {
    return failed(error, name, command)
  }
}

/** An error that the caller can fix is stated in a sentence; a fault of ours shows its stack. */
function failed(error: unknown, name: string, { usage }: Command): number {
  const isUse = error instanceof WrongUse || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_')
  if (isUse) complain(`vitrine ${name}: ${(error as Error).message}\n\nvitrine ${usage}`)
  else if (error instanceof CannotDo) complain(error.message)
  else if (error instanceof Refused) {
    const fields = error.fieldViolations.map(({ field, description }) => `\n  ${field}: ${description}`)
    complain(`The shop refused (${error.code}): ${error.message}${fields.join('')}`)
  } else if (error instanceof Unreachable) complain(`The shop does not answer: ${error.message}`)
  else if (stop.signal.aborted) complain('Stopped.')
  else complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return isUse ? 2 : 1
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
process.exitCode = await main(process.argv.slice(2))
