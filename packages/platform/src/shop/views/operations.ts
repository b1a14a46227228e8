import type { SavedView, views } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import { type Caller, hasRight, nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { arrange, deleteView, findKind, findViews, insertView, lockView, type StoredView, updateView } from './store.ts'

/** As many as there are places for, among the shared ones and among those of each person. */
const mostViews = 50

/** Whether somebody may change what everybody sees. */
const mayShare = (caller: Caller): boolean => hasRight(caller, 'sharedViews.write')

/** Saved ways of looking at the admin's lists. */
export const viewOperations: Handlers<typeof views> = {
  async 'GET /vitrine/v1/dashboard/views'({ list }, { db, site, caller }) {
    return { views: (await findViews(db, site, list, nameOf(caller))).map(show) }
  },

  async 'POST /vitrine/v1/dashboard/views'({ view: sent }, { db, site, caller, now }) {
    const shared = sent.shared === true
    if (shared && !mayShare(caller)) return refuse('PERMISSION_DENIED')
    const owner = nameOf(caller)
    const beside = await findKind(db, site, { list: sent.list, owner, shared })
    if (beside.length >= mostViews) return refuse('TOO_MANY_VIEWS', { limit: mostViews })
    const view: StoredView = {
      id: newId(),
      list: sent.list,
      owner,
      shared,
      name: sent.name,
      search: sent.search ?? '',
      columns: sent.columns ?? [],
      position: behind(beside),
      revision: '1',
      createdAt: now,
      updatedAt: now,
    }
    await insertView(db, site, view)
    return { view: show(view) }
  },

  async 'PATCH /vitrine/v1/dashboard/views/{view.id}'({ view: sent }, { db, site, caller, now }) {
    const owner = nameOf(caller)
    const view = await lockView(db, site, sent.id, owner)
    if (!view) return refuse('VIEW_NOT_FOUND')
    const shared = sent.shared ?? view.shared
    if ((shared || view.shared) && !mayShare(caller)) return refuse('PERMISSION_DENIED')
    if (sent.revision && sent.revision !== view.revision) return refuse('STALE_REVISION')
    const changed: StoredView = {
      ...view,
      name: sent.name ?? view.name,
      search: sent.search ?? view.search,
      columns: sent.columns ?? view.columns,
      revision: String(BigInt(view.revision) + 1n),
      updatedAt: now,
    }
    if (shared === view.shared) {
      await updateView(db, site, changed)
      return { view: show(changed) }
    }
    const beside = await findKind(db, site, { list: view.list, owner, shared })
    if (beside.length >= mostViews) return refuse('TOO_MANY_VIEWS', { limit: mostViews })
    const moved = { ...changed, shared, owner: shared ? view.owner : owner, position: behind(beside) }
    await updateView(db, site, moved)
    return { view: show(moved) }
  },

  async 'DELETE /vitrine/v1/dashboard/views/{viewId}'({ viewId }, { db, site, caller }) {
    const view = await lockView(db, site, viewId, nameOf(caller))
    if (!view) return refuse('VIEW_NOT_FOUND')
    if (view.shared && !mayShare(caller)) return refuse('PERMISSION_DENIED')
    await deleteView(db, site, view.id)
    return {}
  },

  async 'POST /vitrine/v1/dashboard/views/{viewId}/move'({ viewId, to }, { db, site, caller }) {
    const owner = nameOf(caller)
    const view = await lockView(db, site, viewId, owner)
    if (!view) return refuse('VIEW_NOT_FOUND')
    if (view.shared && !mayShare(caller)) return refuse('PERMISSION_DENIED')
    const others = (await findKind(db, site, { ...view, owner })).filter(({ id }) => id !== view.id)
    const order = [...others.slice(0, to - 1), view, ...others.slice(to - 1)]
    await arrange(
      db,
      site,
      order.map(({ id }) => id),
    )
    return { views: (await findViews(db, site, view.list, owner)).map(show) }
  },
}

const behind = (views: readonly StoredView[]): number => (views.at(-1)?.position ?? 0) + 1

const show = ({ id, list, name, search, columns, shared, position, revision, createdAt, updatedAt }: StoredView): SavedView => ({
  id,
  revision,
  createdDate: createdAt.toISOString(),
  updatedDate: updatedAt.toISOString(),
  list,
  name,
  search,
  columns: [...columns],
  shared,
  position,
})
