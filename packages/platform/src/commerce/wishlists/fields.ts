import { sql } from '../../kernel/db/sql.ts'
import type { Fields } from '../../kernel/query/filter.ts'

const id = sql`wishlist.id`
const createdAt = sql`wishlist.created_at`
const updatedAt = sql`wishlist.updated_at`

/** By what lists can be found, under the wire's names. */
export const wishlistFields: Fields = {
  id: { kind: 'id', column: id, sort: id },
  memberId: { kind: 'id', column: sql`wishlist.member_id`, nullable: true },
  createdDate: { kind: 'instant', column: createdAt, sort: createdAt },
  updatedDate: { kind: 'instant', column: updatedAt, sort: updatedAt },
  'tags.tags.tagIds': { kind: 'texts', column: sql`wishlist.tags` },
  'tags.privateTags.tagIds': { kind: 'texts', column: sql`wishlist.private_tags` },
}
