// Makes a shop of a backup: `npm run restore -- --from FOLDER [--to DATA_DIR]`, or with `--check` only reads whether it is whole.
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBackup } from '@vitrine/platform/kernel/backup/check'
import { type BackupManifest, BackupRefused } from '@vitrine/platform/kernel/backup/manifest'
import { restore } from '@vitrine/platform/kernel/backup/restore'
import { startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { migrations } from '@vitrine/platform/kernel/db/migrate'
import { putBackJobs } from '@vitrine/platform/kernel/jobs/pending-jobs'
import { runCommand } from './command.ts'
import { type Config, Misconfigured, readConfig } from './config.ts'
import { originalsOf } from './originals.ts'

const usage = 'npm run restore -- --from FOLDER [--to DATA_DIR] [--check]'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return void process.stdout.write(`${usage}\n`)
  if (values.from === undefined) throw new Misconfigured(usage)
  const from = resolve(values.from)
  const config = readConfig(process.env)
  const dataDir = values.to === undefined ? config.dataDir : resolve(values.to)
  if (values.check) return told('is whole', from, await checkBackup(from, new Set((await migrations()).map(({ name }) => name))))
  const manifest = await (config.databaseUrl === undefined
    ? intoFolder(from, dataDir, config)
    : intoDatabase(from, dataDir, config, config.databaseUrl))
  told(`is restored to ${config.databaseUrl === undefined ? dataDir : 'the database of DATABASE_URL'}, and was compared`, from, manifest)
}

/** An embedded database and its media are made beside their places, and moved there when all of it has been compared. */
async function intoFolder(from: string, dataDir: string, { bucket }: Config): Promise<BackupManifest> {
  await refuseUnlessEmpty(dataDir)
  await mkdir(dataDir, { recursive: true })
  const half = await mkdtemp(join(dataDir, '.restoring-'))
  try {
    await using stack = new AsyncDisposableStack()
    const manifest = await restore({
      from,
      async database() {
        const embedded = await startEmbedded({ dataDir: join(half, 'postgres'), log: () => {} })
        stack.defer(() => embedded.stop())
        return embedded.url
      },
      originals: originalsOf({ bucket, dataDir: half }, stack),
      putBackJobs,
    })
    await stack.disposeAsync()
    for (const name of await readdir(half)) await rename(join(half, name), join(dataDir, name))
    await rmdir(half)
    return manifest
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    throw error
  }
}

async function intoDatabase(from: string, dataDir: string, { bucket }: Config, url: string): Promise<BackupManifest> {
  const media = join(dataDir, 'media')
  if (!bucket) await refuseUnlessEmpty(media)
  await using stack = new AsyncDisposableStack()
  try {
    return await restore({ from, database: async () => url, originals: originalsOf({ bucket, dataDir }, stack), putBackJobs })
  } catch (error) {
    if (!bucket) await rm(media, { recursive: true, force: true })
    throw error
  }
}

async function refuseUnlessEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0) throw new BackupRefused(`${folder} is not empty: a backup is restored into an empty folder`)
}

function told(what: string, from: string, { at, tables, media, wrappedKeys }: BackupManifest): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `The backup of ${at} in ${from} ${what}: ${tables.length} tables, ${rows} rows, ${media.files} originals${media.copied ? '' : ' that lie elsewhere'}.\n`,
  )
  if (wrappedKeys) process.stdout.write('Its keys are wrapped: start the server with the VITRINE_SECRET of that time.\n')
}

runCommand(main)
