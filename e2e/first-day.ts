import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sharedFolder, type TestDatabase, testDatabase } from '@vitrine/testing/database'

const demo = join(import.meta.dirname, '../demo')

/** The demo shop as it was made that day; a new one when its source is another. */
const nameOfToday = (): string => {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const file of globSync(['src/**/*.ts', 'shop/**/*.{json,md,txt}'], { cwd: demo }).sort())
    hash.update(file).update(readFileSync(join(demo, file)))
  return hash.digest('hex').slice(0, 12)
}

/**
 * A database with the demo shop on its first day, without orders, and its pictures in a server's data folder, in each size that a journey
 * before it has shown. It is made once for all journeys.
 */
export async function firstDay(dataDir: string): Promise<TestDatabase> {
  const name = nameOfToday()
  const shared = join(sharedFolder(), `first-day-${name}`)
  for (const folder of ['media', 'renditions']) {
    await mkdir(join(shared, folder), { recursive: true })
    await symlink(join(shared, folder), join(dataDir, folder))
  }
  return testDatabase({
    name,
    async fill(url) {
      // Whoever comes later copies what is there, and has no need of them.
      const [{ seedDemo }, { connect }, { localOriginals }] = await Promise.all([
        import('@vitrine/demo'),
        import('@vitrine/platform/kernel/db/pool'),
        import('@vitrine/platform/shop/media/originals'),
      ])
      await using database = connect({ url, connections: 2 })
      await seedDemo({ database, originals: localOriginals(join(shared, 'media')), now: new Date() })
    },
  })
}
