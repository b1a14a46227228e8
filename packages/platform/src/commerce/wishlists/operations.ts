import type { TagsInput, wishlists } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { sql } from '../../kernel/db/sql.ts'
import { oneByOne } from '../../kernel/http/bulk-results.ts'
import { type Caller, nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { readFilter, Unreadable } from '../../kernel/query/filter.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { candidateFor, put, takeOff } from './change.ts'
import type { WishlistDeps } from './deps.ts'
import { wishlistFields } from './fields.ts'
import { tagged } from './rules.ts'
import { kindOfItem, showData, showWishlist } from './show.ts'
import { findList, itemsOf, lockOnly, type StoredList } from './store.ts'

interface TagChange {
  readonly assignTags?: TagsInput | null | undefined
  readonly unassignTags?: TagsInput | null | undefined
}

const tagIds = (tags: TagsInput | null | undefined, kind: 'tags' | 'privateTags'): string[] => tags?.[kind]?.tagIds ?? []

const saysNothing = ({ assignTags, unassignTags }: TagChange): boolean =>
  [assignTags, unassignTags].every((tags) => tagIds(tags, 'tags').length + tagIds(tags, 'privateTags').length === 0)

/** Wish lists at the addresses of the published client. */
export function wishlistOperations(deps: WishlistDeps): Handlers<typeof wishlists> {
  const memberOf = (caller: Caller): string | undefined => (caller.kind === 'member' ? caller.memberId : undefined)

  async function shown(
    { db, site, caller }: Pick<Context, 'db' | 'site'> & { readonly caller: Caller },
    list: StoredList | undefined,
    appId?: string,
  ) {
    const items = list ? await itemsOf(db, site, [list.id]) : []
    const ofApp = appId === undefined ? items : items.filter(({ reference }) => reference.appId === appId.toLowerCase())
    return { wishlist: showWishlist(list, ofApp, memberOf(caller)) }
  }

  async function tag({ db, site, now }: Context, id: string, { assignTags, unassignTags }: TagChange) {
    const [list] = await db.query<Pick<StoredList, 'tags' | 'privateTags'>>(
      sql`select tags, private_tags as "privateTags" from wishlist where site = ${site} and id = ${id} for update`,
    )
    if (!list) return refuse('WISHLIST_NOT_FOUND')
    const tags = tagged(list.tags, tagIds(assignTags, 'tags'), tagIds(unassignTags, 'tags'))
    const privateTags = tagged(list.privateTags, tagIds(assignTags, 'privateTags'), tagIds(unassignTags, 'privateTags'))
    await db.query(sql`
      update wishlist set tags = ${tags}, private_tags = ${privateTags}, updated_at = ${now} where site = ${site} and id = ${id}`)
    return undefined
  }

  return {
    async 'GET /ecom/v1/wishlists/get-default'({ appId }, scope) {
      const owner = nameOf(scope.caller)
      return shown(
        scope,
        await findList(scope.db, scope.site, sql`owner = ${owner} and kind = 'DEFAULT' and kind <> 'NAMED'`),
        appId ?? undefined,
      )
    },

    async 'POST /ecom/v1/wishlists/add-item'({ catalogReference, returnEntity }, scope) {
      const candidate = await candidateFor(deps, scope, catalogReference)
      if (candidate instanceof Refusal) return candidate
      const list = await lockOnly(scope.db, scope.site, nameOf(scope.caller), 'DEFAULT', scope.now)
      const item = await put(deps, scope, list, candidate)
      if (item instanceof Refusal) return item
      return returnEntity ? shown(scope, list) : {}
    },

    async 'POST /ecom/v1/wishlists/remove-item'({ catalogReference, returnEntity }, scope) {
      const { db, site, caller } = scope
      const owner = nameOf(caller)
      const list = await findList(db, site, sql`owner = ${owner} and kind = 'DEFAULT' and kind <> 'NAMED' for update`)
      if (list) await takeOff(deps, scope, list.id, catalogReference)
      return returnEntity ? shown(scope, list) : {}
    },

    async 'POST /v1/bulk/wishlists/update-tags'({ wishlistIds, ...change }, scope) {
      if (saysNothing(change)) return refuse('EMPTY_ASSIGN_AND_UNASSIGN_LISTS')
      return oneByOne(wishlistIds, (i) => tag(scope, wishlistIds[i]!, change))
    },

    async 'POST /v1/bulk/wishlists/update-tags-by-filter'({ filter, assignTags, unassignTags }, { db, site, now }) {
      if (saysNothing({ assignTags, unassignTags })) return refuse('EMPTY_ASSIGN_AND_UNASSIGN_LISTS')
      try {
        const after = (column: 'tags' | 'privateTags') => sql`array(
          select tag from (select tag, min(place) as place from
            unnest(${column === 'tags' ? sql`wishlist.tags` : sql`wishlist.private_tags`} || ${tagIds(assignTags, column)}::text[])
              with ordinality as given (tag, place)
            where not tag = any(${tagIds(unassignTags, column)}::text[]) group by tag) once order by place)`
        await db.query(sql`
          update wishlist set tags = ${after('tags')}, private_tags = ${after('privateTags')}, updated_at = ${now}
          where site = ${site} and ${readFilter(filter ?? {}, wishlistFields, 'filter')}`)
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
      return { jobId: newId() }
    },

    async 'POST /stores/v1/wishlists/get'({ id, limit, offset, kind }, { db, site }) {
      const list = await findList(db, site, sql`id = ${id}`)
      if (!list) return refuse('WISHLIST_NOT_FOUND')
      const isAsked = ({ reference }: { readonly reference: { readonly appId: string } }) =>
        !kind?.length || kind.some(({ type, origin }) => (!type || type === kindOfItem) && (!origin || origin === reference.appId))
      const items = (await itemsOf(db, site, [list.id])).toReversed().filter(isAsked)
      const from = offset ?? 0
      return { wishlist: showData(list, items.slice(from, from + (limit ?? 100)), items.length) }
    },
  }
}
