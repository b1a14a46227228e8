// Copies the shop into a folder, while it sells: `npm run backup [-- --to FOLDER] [--without-media]`, where the server runs.
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, noteBackup } from '@vitrine/platform/kernel/backup/backup'
import { pendingJobs } from '@vitrine/platform/kernel/jobs/pending-jobs'
import { databaseOf, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { originalsOf } from './originals.ts'
import { version } from './version.ts'

const usage = 'npm run backup [-- --to FOLDER] [--without-media]'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'without-media': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return void process.stdout.write(`${usage}\n`)
  const config = readConfig(process.env)
  const now = new Date()
  const own = join(config.dataDir, 'backups')
  const to = values.to === undefined ? join(own, now.toISOString().slice(0, 19).replaceAll(':', '-')) : resolve(values.to)
  await using stack = new AsyncDisposableStack()
  const url = await databaseOf(config, stack)
  const originals = originalsOf(config, stack)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const { manifest, bytes } = await backUp({
    url,
    originals,
    to,
    withMedia: values['without-media'] !== true,
    now,
    version,
    pendingJobs,
    tell: (line) => void process.stderr.write(`${line}\n`),
  })
  await noteBackup(own, { at: manifest.at, path: to, bytes })
  const { tables, media } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `${to}: ${tables.length} tables, ${rows} rows, ${media.files} originals${media.copied ? '' : ' listed, not copied'}, ${(bytes / 1e6).toFixed(1)} MB\n`,
  )
}

runCommand(main)
