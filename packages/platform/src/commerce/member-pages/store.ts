import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'

export interface StoredPage {
  readonly showsWords: boolean
  readonly showsBought: boolean
  readonly indexable: boolean
  readonly wishlistId: string | null
  readonly wishlistToken: string | null
}

/** Nobody shows anything unless they say so. */
export const nothingShown: StoredPage = { showsWords: false, showsBought: false, indexable: false, wishlistId: null, wishlistToken: null }

const columns = sql`shows_words as "showsWords", shows_bought as "showsBought", indexable, wishlist_id as "wishlistId",
  wishlist_token as "wishlistToken"`

export async function findPage(db: Db, site: string, memberId: string): Promise<StoredPage> {
  const [row] = await db.query<StoredPage>(sql`select ${columns} from member_page where site = ${site} and member_id = ${memberId}`)
  return row ?? nothingShown
}

/** Reads a page to change it: nobody else does until the transaction ends. */
export async function lockPage({ db, site, now }: Context, memberId: string): Promise<StoredPage> {
  await db.query(sql`
    insert into member_page (site, member_id, shows_words, shows_bought, indexable, updated_at) values (${site}, ${memberId}, false, false, false, ${now})
    on conflict do nothing`)
  const [row] = await db.query<StoredPage>(
    sql`select ${columns} from member_page where site = ${site} and member_id = ${memberId} for update`,
  )
  return row!
}

export async function savePage({ db, site, now }: Context, memberId: string, page: StoredPage): Promise<void> {
  await db.query(sql`
    update member_page set shows_words = ${page.showsWords}, shows_bought = ${page.showsBought}, indexable = ${page.indexable},
      wishlist_id = ${page.wishlistId}, wishlist_token = ${page.wishlistToken}, updated_at = ${now}
    where site = ${site} and member_id = ${memberId}`)
}
