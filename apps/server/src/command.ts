import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Unavailable } from '@vitrine/platform'
import { BackupRefused } from '@vitrine/platform/kernel/backup/manifest'
import { startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { SecretMismatch } from '@vitrine/platform/kernel/key-wrap/key-wrap'
import { type Config, Misconfigured } from './config.ts'

/** Runs a command of whoever runs the server: what they can mend ends it with a sentence, a fault of ours with its stack. */
export function runCommand(main: () => Promise<void>): void {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${sentenceOf(error) ?? (error instanceof Error ? error.stack : String(error))}\n`)
      process.exit(1)
    },
  )
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const isTold =
    error instanceof Misconfigured ||
    error instanceof SecretMismatch ||
    error instanceof BackupRefused ||
    error instanceof Unavailable ||
    String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_')
  if (isTold) return error.message
  return (error as { code?: unknown }).code === '42P01' ? 'There is no shop in this database yet: start the server first.' : undefined
}

/** The database of the server: the one that runs, or else the embedded one, which stops again where nobody else uses it. */
export async function databaseOf(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  stack: AsyncDisposableStack,
): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl
  const folder = join(dataDir, 'postgres')
  // A wrong folder is not to become a database.
  if (!existsSync(join(folder, 'cluster')))
    throw new Misconfigured(`There is no database in ${folder}: run this where the server runs, with the same DATA_DIR or DATABASE_URL.`)
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
  stack.defer(() => embedded.stop())
  return embedded.url
}
