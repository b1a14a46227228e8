import { Refused } from '@vitrine/client'
import type { SavedView } from '@vitrine/contract'
import { useMemo } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { useSay } from '../parts/toasts.tsx'
import { useMay } from '../shell/layout.tsx'
import { addressOf, lookOf } from './address.ts'
import type { Listing, View } from './listing.ts'

/** A view that stands in a tab; `saved` where somebody made it. */
export interface ListView extends View {
  readonly saved?: SavedView
}

/** What somebody makes of a view. */
export interface Written {
  readonly name: string
  readonly shared: boolean
  /** The address that it saves. */
  readonly look: string
}

export interface Views {
  readonly all: readonly ListView[]
  readonly mayShare: boolean
  /** Whether whoever is signed in may change it. */
  readonly mayChange: (view: ListView) => boolean
  readonly create: (written: Written) => Promise<boolean>
  /** `place` is where it shall stand among those of its kind, the first being 1. */
  readonly change: (saved: SavedView, written: Written, place?: number) => Promise<boolean>
  readonly remove: (saved: SavedView) => Promise<boolean>
}

const refusals: Readonly<Record<string, string>> = {
  STALE_REVISION: 'Somebody else changed this view meanwhile. It is shown as it is now; change it again if you still want to.',
  VIEW_NOT_FOUND: 'This view was deleted meanwhile.',
  TOO_MANY_VIEWS: 'There are fifty views already. Delete one of them first.',
  PERMISSION_DENIED: 'Your role may not change what everybody sees.',
}

/** Takes an address apart: the columns are stored separately. */
function apart(look: string): { readonly search: string; readonly columns: string[] } {
  const params = new URLSearchParams(lookOf(look))
  const columns = params.get('columns')?.split(',').filter(Boolean) ?? []
  params.delete('columns')
  return { search: params.toString(), columns }
}

const together = ({ search, columns }: SavedView): string => {
  const params = new URLSearchParams(search)
  if (columns.length > 0) params.set('columns', columns.join())
  return params.toString()
}

const viewOf = (saved: SavedView): ListView => ({ id: saved.id, name: saved.name, search: together(saved), saved })

/** The views of a list, its own and those that people saved, and what can be done with these. */
export function useViews<T>(of: Listing<T>, stored: readonly SavedView[]): Views {
  const may = useMay()
  const say = useSay()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const mayShare = may('sharedViews.write')
  const all = useMemo((): readonly ListView[] => [...of.views, ...stored.map(viewOf)], [of, stored])

  /** Does it, shows it, and says a refusal in words. */
  const doing = async (
    run: () => Promise<{ readonly says: string; readonly to?: ListView; readonly undo?: () => void }>,
  ): Promise<boolean> => {
    try {
      const { says, to, undo } = await run()
      await navigate(to ? addressOf(of.path, to, true) : of.path, { replace: true })
      await revalidate()
      say({ text: says, ...(undo && { undo }) })
      return true
    } catch (error) {
      const text =
        error instanceof Refused ? (refusals[error.code] ?? `${error.message} (${error.code})`) : 'The shop did not answer. Try it again.'
      say({ text, bad: true })
      await revalidate()
      return false
    }
  }
  const create = ({ name, shared, look }: Written) =>
    doing(async () => {
      const { view } = await client.views.createView({ view: { list: of.name, name, shared, ...apart(look) } })
      return { says: shared ? `“${name}” saved for everybody.` : `“${name}” saved for you.`, to: viewOf(view) }
    })
  return {
    all,
    mayShare,
    mayChange: ({ saved }) => saved !== undefined && (!saved.shared || mayShare),
    create,
    change: ({ id, revision }, { name, shared, look }, place) =>
      doing(async () => {
        const { view } = await client.views.updateView({ view: { id, revision, name, shared, ...apart(look) } })
        if (place !== undefined) await client.views.moveView({ viewId: id, to: place })
        return { says: shared ? `“${name}” saved for everybody.` : `“${name}” saved.`, to: viewOf(view) }
      }),
    remove: (saved) =>
      doing(async () => {
        await client.views.deleteView({ viewId: saved.id })
        return {
          says: `“${saved.name}” deleted.`,
          undo: () => void create({ name: saved.name, shared: saved.shared, look: together(saved) }),
        }
      }),
  }
}
