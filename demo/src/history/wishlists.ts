import { samenessOf } from '@vitrine/platform/commerce/wishlists/rules'
import { digestOf, insertItem, insertList } from '@vitrine/platform/commerce/wishlists/store'
import { type Db, sql } from '@vitrine/platform/kernel/db/sql'
import { demoSite, productIdOf } from '../ids.ts'
import type { ProductEntry } from '../morrow.ts'
import { randomFrom } from '../random.ts'
import { variantOf } from '../variants.ts'

const dayMs = 24 * 3_600_000
/** What most people would like to have; the others are on the lists of some. */
const favourites = ['table-lamp', 'moon-vase', 'teapot', 'dome-pendant', 'morning-mug', 'slow-sun-print', 'pour-over-set']
const named = ['For the new kitchen', 'Presents', 'One day', 'The table in May'] as const
const notes: Readonly<Record<string, string>> = {
  'The table in May': 'We marry on the 9th of May and cook for twelve. The dark glaze, please.',
  'For the new kitchen': 'We move in December.',
}

/** Members save what they would like to have; the first of them has lists with names as well. */
export async function addWishlists(db: Db, products: readonly ProductEntry[], now: Date): Promise<void> {
  const random = randomFrom(36)
  const members = await db.query<{ id: string }>(sql`
    select member.id from member join (select member_id, count(*) as orders from orders where site = ${demoSite} and member_id is not null group by 1) as bought
      on bought.member_id = member.id
    where member.site = ${demoSite} and member.status = 'APPROVED' order by bought.orders desc, member.login_email limit 26`)
  const sold = products.filter(({ slug, variants }) => variants.length > 0 && slug !== 'gift-card')
  for (const [nth, { id: memberId }] of members.entries()) {
    const lists = nth === 0 ? ['', ...named.slice(0, 2)] : random() < 0.25 ? ['', named[Math.floor(random() * named.length)]!] : ['']
    const owner = `member:${memberId}`
    for (const name of lists) {
      const began = new Date(now.getTime() - (30 + random() * 240) * dayMs)
      const list = await insertList(db, demoSite, { owner, kind: name ? 'NAMED' : 'DEFAULT', name, note: notes[name] ?? null }, began)
      const wanted = new Set<string>()
      for (let left = 2 + Math.floor(random() * 4); left > 0; left--)
        wanted.add(
          random() < 0.6 ? favourites[Math.floor(random() ** 1.5 * favourites.length)]! : sold[Math.floor(random() * sold.length)]!.slug,
        )
      for (const slug of wanted) {
        const entry = sold.find((one) => one.slug === slug)!
        const variant = entry.variants[Math.floor(random() * entry.variants.length)]!
        const { productId, reference, cents } = variantOf(entry, variant)
        const same = digestOf(samenessOf(reference, reference.options?.variantId))
        // A few cost more when they were put there.
        const price = random() < 0.2 ? Math.round(cents * 1.1) : cents
        const since = new Date(began.getTime() + random() * 30 * dayMs)
        await insertItem(
          db,
          demoSite,
          { wishlistId: list!.id, productId, reference, same, quantity: 1, note: null, name: entry.name, price, currency: 'EUR' },
          since,
        )
      }
    }
  }
  await moved(db, sold, now, random)
}

/** What went from lists into carts in the last weeks. */
async function moved(db: Db, sold: readonly ProductEntry[], now: Date, random: () => number): Promise<void> {
  const rows = sold.flatMap(({ slug }) =>
    favourites.includes(slug)
      ? Array.from({ length: 3 }, (_, week) => ({
          id: productIdOf(slug),
          day: new Date(now.getTime() - (week * 7 + 1 + Math.floor(random() * 6)) * dayMs),
          moved: 1 + Math.floor(random() * 3),
        }))
      : [],
  )
  await db.query(sql`
    insert into wishlist_move (site, product_id, day, moved)
    select ${demoSite}, id, day::date, sum(moved)::int from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, day timestamptz, moved integer)
    group by 2, 3`)
}
