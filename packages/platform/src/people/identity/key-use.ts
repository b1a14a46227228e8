import type { Clock } from '../../kernel/clock/clock.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { countedAddress } from '../../kernel/http/peer.ts'
import { lruOf } from '../../kernel/lru.ts'

const everyMs = 60_000

export interface KeyUse {
  /** A key was used from an address: written soon, and at most once a minute. Nobody waits for it. */
  note(site: string, keyId: string, address: string): void
  /** Waits for what is being written. */
  settle(): Promise<void>
}

/** When and from where keys were used last, for people to see which of them are. */
export function keyUse({
  db,
  clock,
  report,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly report: (fault: unknown, where: string) => void
}): KeyUse {
  const notedAt = lruOf<string, number>(5_000)
  const writing = new Set<Promise<void>>()

  async function write(site: string, keyId: string, address: string, now: Date): Promise<void> {
    // Other processes note it as well.
    await db.query(sql`
      update api_key set used_at = ${now}, used_from = ${address === '' ? null : countedAddress(address)}
      where site = ${site} and id = ${keyId} and (used_at is null or used_at <= ${new Date(now.getTime() - everyMs)})`)
  }

  return {
    note(site, keyId, address) {
      const now = clock.now()
      const name = `${site} ${keyId}`
      const before = notedAt.get(name)
      if (before !== undefined && now.getTime() - before < everyMs) return
      notedAt.set(name, now.getTime())
      const written = write(site, keyId, address, now)
        .catch((error: unknown) => {
          notedAt.delete(name)
          report(error, 'use of an API key')
        })
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    async settle() {
      await Promise.all(writing)
    },
  }
}
