import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Packs built packages into a folder; answers the tarballs. */
export async function packInto(folder: string, packages: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', folder, ...packages])
  return (JSON.parse(stdout) as { readonly filename: string }[]).map(({ filename }) => join(folder, filename))
}
