// Gives every shop a new key that signs its tokens: `npm run keys -- rotate [--revoke]`, where the server runs.
import { parseArgs } from 'node:util'
import { systemClock } from '@vitrine/platform/kernel/clock/clock'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { rotateSigningKeys } from '@vitrine/platform/people/flows/rotate-signing-keys'
import { databaseOf, runCommand } from './command.ts'
import { keyWrapOf, Misconfigured, readConfig } from './config.ts'

const usage = 'npm run keys -- rotate [--revoke]'

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { revoke: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return void process.stdout.write(`${usage}\n`)
  if (positionals.length !== 1 || positionals[0] !== 'rotate') throw new Misconfigured(usage)
  const config = readConfig(process.env)
  await using stack = new AsyncDisposableStack()
  const database = stack.use(connect({ url: await databaseOf(config, stack), connections: 1 }))
  const shops = await rotateSigningKeys(database, keyWrapOf(config), systemClock.now(), values.revoke === true)
  for (const name of shops)
    process.stdout.write(
      values.revoke
        ? `${name} signs with a new key. What older keys signed is over within a minute: everybody signs in again.\n`
        : `${name} signs with a new key. What older keys signed stays good until it is over.\n`,
    )
}

runCommand(main)
