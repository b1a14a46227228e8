import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** For whoever runs the shop alone: what lies there is sold, or is a customer's. */
export const privateFolder = 0o700
export const privateFile = 0o600

/** File systems without owners, and folders of somebody else's, cannot be changed: the start goes on, and says so. */
const cannot = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EROFS'])

/**
 * Makes a folder that nobody else on the machine may read, and mends one that they may: what lies in it first, the folder itself last, so that a
 * start which was broken off mends the rest the next time. Undefined where it is so now; else why it is not.
 */
export async function keepPrivate(folder: string, mode: number = privateFolder): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode })
  try {
    if (((await stat(folder)).mode & 0o777) === mode) return undefined
    await chmod(folder, mode)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** The same for everything below it. */
export async function keepAllPrivate(folder: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: privateFolder })
  try {
    if (((await stat(folder)).mode & 0o777) !== privateFolder) await mend(folder)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

async function mend(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await mend(path)
    // One that another process has just taken away needs no mending.
    else if (entry.isFile()) await chmod(path, privateFile).catch(unlessGone)
  }
  await chmod(folder, privateFolder).catch(unlessGone)
}

function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !cannot.has(code)) throw error
  return code
}
