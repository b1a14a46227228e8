import type { Clock } from '../../kernel/clock/clock.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type KeyWrap, noWrap } from '../../kernel/key-wrap/key-wrap.ts'
import { keyRing } from '../identity/keys.ts'
import { seals } from '../identity/seals.ts'
import { recoveryLinks, recoveryUrl } from '../staff/recovery-link.ts'
import { findOwners, findPassword } from '../staff/store.ts'

/** A way back in for an owner who has lost password, second step and recovery codes: good for half an hour, and once. */
export interface OwnerLink {
  readonly shop: string
  readonly name: string
  readonly email: string
  readonly url: string
}

export interface OwnerLinks {
  /** One for each shop that somebody of this address owns. */
  readonly links: readonly OwnerLink[]
  /** By which addresses its shops are owned. */
  readonly owners: readonly string[]
}

/**
 * Makes those links, in the database alone: whoever can read that needs no leave of the shop. No call of the API does it. Nothing changes
 * until the link is used; then all owners are written to.
 */
export async function ownerLinks(
  db: Db,
  {
    email,
    origin,
    clock,
    wrap = noWrap,
  }: { readonly email: string; readonly origin: string; readonly clock: Clock; readonly wrap?: KeyWrap },
): Promise<OwnerLinks> {
  const shops = await db.query<{ site: string; name: string; host: string | null }>(sql`
    select site.site, site.name, min(site_host.host) as host
    from site left join site_host on site_host.site = site.site group by site.site, site.name, site.created_at
    order by site.created_at, site.site`)
  const links = recoveryLinks(seals(keyRing(db, { wrap }), clock))
  const made: OwnerLink[] = []
  const owners: string[] = []
  for (const { site, name: shop, host } of shops)
    for (const owner of await findOwners(db, site)) {
      owners.push(owner.email)
      const person = owner.email.toLowerCase() === email.toLowerCase() ? await findPassword(db, site, owner.id) : undefined
      if (!person) continue
      // Of several shops the name of the host says which one the page is of.
      const at = shops.length > 1 && host !== null ? originAt(origin, host) : origin
      made.push({ shop, name: owner.name, email: owner.email, url: recoveryUrl(at, await links.seal(site, person, true)) })
    }
  return { links: made, owners: [...new Set(owners)] }
}

function originAt(origin: string, host: string): string {
  const { protocol, port } = new URL(origin)
  return `${protocol}//${host}${port && !host.includes(':') ? `:${port}` : ''}`
}
