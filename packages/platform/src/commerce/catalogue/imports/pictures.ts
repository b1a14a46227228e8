import type { Database } from '../../../kernel/db/pool.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { digestOf } from './ground.ts'

/** Takes a picture from an address into the shop's files: its id there, or why it is not taken, as a sentence. */
export type FetchPicture = (site: string, url: string, now: Date) => Promise<{ readonly mediaId: string } | { readonly failure: string }>

const atOnce = 4

/** Fetches what is not there yet, each address once. */
export async function fetchAll(
  database: Database,
  site: string,
  id: string,
  urls: readonly string[],
  { fetchPicture, now }: { readonly fetchPicture: FetchPicture; readonly now: Date },
): Promise<void> {
  const tried = await database.query<{ address: Buffer }>(sql`
    select address from product_import_picture where site = ${site} and import_id = ${id} and address = any(${urls.map(digestOf)}::bytea[])`)
  const known = new Set(tried.map(({ address }) => address.toString('hex')))
  const left = urls.filter((url) => !known.has(digestOf(url).toString('hex')))
  const work = async () => {
    for (let url = left.shift(); url !== undefined; url = left.shift()) {
      const answer = await fetchPicture(site, url, now)
      const mediaId = 'mediaId' in answer ? answer.mediaId : null
      const failure = 'failure' in answer ? answer.failure : null
      await database.query(sql`
        insert into product_import_picture (site, import_id, address, media_id, failure)
        values (${site}, ${id}, ${digestOf(url)}, ${mediaId}, ${failure}) on conflict do nothing`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Why pictures are not there, by their addresses. */
export async function failuresOf(db: Db, site: string, id: string, urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ address: Buffer; failure: string }>(sql`
    select address, failure from product_import_picture
    where site = ${site} and import_id = ${id} and failure is not null and address = any(${urls.map(digestOf)}::bytea[])`)
  const byDigest = new Map(rows.map(({ address, failure }) => [address.toString('hex'), failure]))
  return new Map(
    urls.flatMap((url) => {
      const failure = byDigest.get(digestOf(url).toString('hex'))
      return failure === undefined ? [] : [[url, failure] as const]
    }),
  )
}
