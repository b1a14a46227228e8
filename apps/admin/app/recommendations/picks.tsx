import type { RecommendationPicks, RecommendedProduct } from '@vitrine/contract'
import { ArrowUp, X } from 'lucide-react'
import { IconButton } from '../parts/button.tsx'
import { Status } from '../parts/glyph.tsx'
import { moved } from '../parts/moved.ts'
import { Thumb } from '../parts/thumb.tsx'
import { FindProduct } from './find-product.tsx'

const mostPinned = 12
const mostExcluded = 100

/** Products by their ids. */
export interface PickedIds {
  readonly pinned: readonly string[]
  readonly excluded: readonly string[]
}

export const idsOf = ({ pinned, excluded }: RecommendationPicks): PickedIds => ({
  pinned: pinned.map(({ id }) => id),
  excluded: excluded.map(({ id }) => id),
})

const without = (ids: readonly string[], id: string) => ids.filter((one) => one !== id)
export const pin = ({ pinned, excluded }: PickedIds, id: string): PickedIds => ({
  pinned: [...without(pinned, id), id],
  excluded: without(excluded, id),
})
export const exclude = ({ pinned, excluded }: PickedIds, id: string): PickedIds => ({
  pinned: without(pinned, id),
  excluded: [...without(excluded, id), id],
})
export const release = ({ pinned, excluded }: PickedIds, id: string): PickedIds => ({
  pinned: without(pinned, id),
  excluded: without(excluded, id),
})

/** How a product stands that nobody is recommended at present. */
export const StateOf = ({ of }: { readonly of: RecommendedProduct }) =>
  of.visible ? (
    of.inStock ? null : (
      <Status glyph="s-slash" tone="bad">
        Sold out
      </Status>
    )
  ) : (
    <Status glyph="s-slash" tone="wait">
      Hidden
    </Status>
  )

interface PicksProps {
  readonly picks: RecommendationPicks
  readonly mayWrite: boolean
  readonly busy: boolean
  readonly onChange: (picks: PickedIds) => void
}

/** What the shop puts first, and what it never shows. */
export function Picks({ picks, mayWrite, busy, onChange }: PicksProps) {
  const ids = idsOf(picks)
  const lists = [
    { title: 'Pinned', says: 'First, in this order', add: 'Pin a product', of: picks.pinned, put: pin, most: mostPinned },
    { title: 'Excluded', says: 'Never shown', add: 'Exclude a product', of: picks.excluded, put: exclude, most: mostExcluded },
  ] as const
  return (
    <div className="rec-picks">
      {lists.map(({ title, says, add, of, put, most }) => (
        <div key={title}>
          <h3>
            {title} <span className="faint small">{says}</span>
          </h3>
          {of.length > 0 && (
            <ul className="rec-list" aria-label={title}>
              {of.map((product, at) => (
                <li key={product.id}>
                  <Thumb src={product.picture} size={34} />
                  <span className="clip">{product.name}</span>
                  <StateOf of={product} />
                  {mayWrite && (
                    <span className="rec-acts">
                      {title === 'Pinned' && at > 0 && (
                        <IconButton
                          icon={ArrowUp}
                          name={`Move ${product.name} up`}
                          disabled={busy}
                          onClick={() => onChange({ ...ids, pinned: moved(ids.pinned, at, at - 1) })}
                        />
                      )}
                      <IconButton
                        icon={X}
                        name={`Take ${product.name} off the list`}
                        disabled={busy}
                        onClick={() => onChange(release(ids, product.id))}
                      />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {mayWrite && of.length < most && <FindProduct label={add} disabled={busy} onPick={(id) => onChange(put(ids, id))} />}
          {!mayWrite && of.length === 0 && <p className="faint small">None.</p>}
        </div>
      ))}
    </div>
  )
}
