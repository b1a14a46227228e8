// A way back in for an owner who has lost password, second step and recovery codes: `npm run owner -- <their address>`, where the server runs.
import { parseArgs } from 'node:util'
import { systemClock } from '@vitrine/platform/kernel/clock/clock'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { ownerLinks } from '@vitrine/platform/people/flows/owner-links'
import { databaseOf, runCommand } from './command.ts'
import { keyWrapOf, Misconfigured, readConfig } from './config.ts'

const usage = 'npm run owner -- <the address with which an owner signs in>'

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help) return void process.stdout.write(`${usage}\n`)
  const email = positionals[0]?.trim() ?? ''
  if (positionals.length > 1) throw new Misconfigured(`One address at a time: ${usage}`)
  const config = readConfig(process.env)
  await using stack = new AsyncDisposableStack()
  const database = stack.use(connect({ url: await databaseOf(config, stack), connections: 1 }))
  const { links, owners } = await ownerLinks(database, { email, origin: config.origin, clock: systemClock, wrap: keyWrapOf(config) })
  if (links.length === 0) {
    const known = owners.length > 0 ? `Owners are: ${owners.join(', ')}.` : 'There is no shop in this database yet: start the server first.'
    throw new Misconfigured(email === '' ? `${usage}\n${known}` : `Nobody with the address ${email} owns a shop here. ${known}`)
  }
  for (const { shop, name, email, url } of links)
    process.stdout.write(`
  ${name} <${email}>, owner of ${shop}, chooses another password here, within thirty minutes and once:

  ${url}

  It takes the second step away as well and signs out everywhere. The owners are written to then, and the audit log keeps it.
`)
}

runCommand(main)
