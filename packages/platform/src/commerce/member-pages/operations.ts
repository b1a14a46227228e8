import type { MemberPageChoices, memberPages } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { MemberPageDeps } from './deps.ts'
import { findPage, lockPage, type StoredPage, savePage } from './store.ts'

const mostShown = 50

/** Without a list whose link its owner has ended. */
async function withList({ listOf }: MemberPageDeps, db: Db, site: string, page: StoredPage): Promise<StoredPage> {
  const { wishlistToken: token } = page
  return token !== null && (await listOf(db, site, token)) ? page : { ...page, wishlistId: null, wishlistToken: null }
}

const choicesOf = ({ showsWords, showsBought, indexable, wishlistId }: StoredPage): MemberPageChoices => ({
  showsWords,
  showsBought,
  indexable,
  ...(wishlistId !== null && { wishlistId }),
})

/** What members of the community show on their pages. */
export const memberPageOperations = (deps: MemberPageDeps): Handlers<typeof memberPages> => ({
  async 'GET /vitrine/v1/members/my/page'(_, { db, site, caller }) {
    if (caller.kind !== 'member' || !(await deps.isMember(db, site, caller.memberId))) return refuse('MEMBER_NOT_FOUND')
    const { memberId } = caller
    const page = await withList(deps, db, site, await findPage(db, site, memberId))
    return { choices: choicesOf(page), ...(await deps.countWords(db, site, memberId)) }
  },

  async 'PATCH /vitrine/v1/members/my/page'({ wishlistId, showsWords, showsBought, indexable }, scope) {
    const { db, site, caller } = scope
    if (caller.kind !== 'member' || !(await deps.isMember(db, site, caller.memberId))) return refuse('MEMBER_NOT_FOUND')
    const { memberId } = caller
    const before = await withList(deps, db, site, await lockPage(scope, memberId))
    const list = { wishlistId: before.wishlistId, wishlistToken: before.wishlistToken }
    if (wishlistId !== undefined && wishlistId !== before.wishlistId) {
      const token = wishlistId === null ? null : await deps.linkList(scope, memberId, wishlistId)
      if (token === undefined) return refuse('WISHLIST_NOT_FOUND')
      if (before.wishlistToken !== null) await deps.endLink(db, site, before.wishlistToken)
      Object.assign(list, { wishlistId, wishlistToken: token })
    }
    const page: StoredPage = {
      ...list,
      showsWords: showsWords ?? before.showsWords,
      showsBought: showsBought ?? before.showsBought,
      indexable: indexable ?? before.indexable,
    }
    await savePage(scope, memberId, page)
    return { choices: choicesOf(page) }
  },

  async 'GET /vitrine/v1/members/by-slug/{slug}/page'({ slug }, scope) {
    const { db, site, caller } = scope
    const owner = await deps.ownerOf(scope, slug, caller)
    if (owner instanceof Refusal) return owner
    const { memberId } = owner
    const page = await findPage(db, site, memberId)
    const reviews = page.showsWords ? await deps.reviewsOf(db, site, memberId, mostShown) : []
    const list = page.wishlistToken === null ? undefined : await deps.listOf(db, site, page.wishlistToken)
    const isMine = caller.kind === 'member' && caller.memberId === memberId
    return {
      reviews: reviews.map(({ bought, ...review }) => ({ ...review, ...(page.showsBought && bought !== undefined && { bought }) })),
      answers: page.showsWords ? [...(await deps.answersOf(db, site, memberId, mostShown))] : [],
      ...(list && page.wishlistToken !== null && { wishlist: { ...withoutGifts(list, isMine), token: page.wishlistToken } }),
      indexable: page.indexable,
    }
  },
})

/** Whoever wishes is not told what is given. */
const withoutGifts = <List extends { readonly givenCount?: number | undefined }>({ givenCount, ...list }: List, isMine: boolean) => ({
  ...list,
  ...(!isMine && givenCount !== undefined && { givenCount }),
})
