import { checkFile } from './files.ts'
import { type BackupManifest, jobsFile, newer, readManifest, tableFile } from './manifest.ts'
import { checkMedia } from './media.ts'

/** Reads a whole backup, and answers what it is. @throws BackupRefused where it is damaged, or of a newer Vitrine than this one */
export async function checkBackup(folder: string, knownMigrations: ReadonlySet<string>): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  if (manifest.migrations.some((name) => !knownMigrations.has(name))) throw newer(manifest.vitrine)
  for (const table of manifest.tables) await checkFile(folder, tableFile(table.name), table)
  await checkFile(folder, jobsFile, manifest.jobs)
  await checkMedia(folder, manifest)
  return manifest
}
