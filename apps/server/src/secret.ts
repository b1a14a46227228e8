// Wraps the keys in the database with another secret: `npm run secret -- rotate` with VITRINE_SECRET and VITRINE_SECRET_NEXT, or `-- remove`.
import { parseArgs } from 'node:util'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { keyWrap, noWrap } from '@vitrine/platform/kernel/key-wrap/key-wrap'
import { rewrapStoredKeys } from '@vitrine/platform/kernel/key-wrap/stored-keys'
import { databaseOf, runCommand } from './command.ts'
import { keyWrapOf, Misconfigured, readConfig } from './config.ts'

const usage = 'VITRINE_SECRET=… VITRINE_SECRET_NEXT=… npm run secret -- rotate\nVITRINE_SECRET=… npm run secret -- remove'

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help) return void process.stdout.write(`${usage}\n`)
  const config = readConfig(process.env)
  const [action] = positionals
  const { secret, nextSecret } = config
  if (positionals.length !== 1 || (action !== 'rotate' && action !== 'remove')) throw new Misconfigured(usage)
  if (secret === undefined) throw new Misconfigured('VITRINE_SECRET is not set: it has to be the secret that the keys are wrapped with')
  if (action === 'rotate' && nextSecret === undefined)
    throw new Misconfigured('VITRINE_SECRET_NEXT is not set: it has to be the new secret')
  const to = action === 'rotate' && nextSecret !== undefined ? keyWrap(nextSecret) : noWrap
  await using stack = new AsyncDisposableStack()
  const database = stack.use(connect({ url: await databaseOf(config, stack), connections: 1 }))
  const keys = await rewrapStoredKeys(database, keyWrapOf(config), to)
  process.stdout.write(
    action === 'rotate'
      ? `${keys} keys are wrapped with the new secret: set VITRINE_SECRET to it everywhere, take VITRINE_SECRET_NEXT away, and start the servers again.\n`
      : `${keys} keys are no longer wrapped: take VITRINE_SECRET away everywhere, and start the servers again.\n`,
  )
}

runCommand(main)
