import type { Ok, RecommendationKind, RecommendedBecause } from '@vitrine/contract'
import { Ban, Pin, X } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { IconButton } from '../parts/button.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { FindProduct } from './find-product.tsx'
import { exclude, idsOf, type PickedIds, Picks, pin, release, StateOf } from './picks.tsx'
import { algorithmText, reasonText } from './text.ts'

export type Explained = Ok<'GET /vitrine/v1/recommendations/products/{productId}'>

/** What each algorithm recommends beside a product and why, and what the shop has to say to it. */
export function BesideProduct({ explained, mayWrite }: { readonly explained: Explained | undefined; readonly mayWrite: boolean }) {
  const navigate = useNavigate()
  const { act, busy } = useAct()
  const save = (picks: PickedIds) =>
    void act(async () => {
      await client.recommendationManagement.setProductPicks({
        productId: explained!.product.id,
        ...pickedOf(picks),
        revision: explained!.picks.revision,
      })
      return 'Saved.'
    })
  return (
    <section className="sec" aria-labelledby="beside">
      <h2 id="beside">Beside a product</h2>
      <FindProduct label="Find a product" onPick={(id) => void navigate(`/recommendations?product=${id}`, { preventScrollReset: true })} />
      {explained ? (
        <>
          <p className="withpic rec-of">
            <Thumb src={explained.product.picture} size={52} tall />
            <span className="two">
              <Link className="a" to={`/products/${explained.product.id}`}>
                <b>{explained.product.name}</b>
              </Link>
              <StateOf of={explained.product} />
            </span>
          </p>
          <Picks picks={explained.picks} mayWrite={mayWrite} busy={busy} onChange={save} />
          <div className="rec-algorithms">
            {explained.algorithms.map(({ kind, items }) => (
              <Recommended
                key={kind}
                kind={kind}
                items={items}
                picks={idsOf(explained.picks)}
                mayWrite={mayWrite}
                busy={busy}
                onChange={save}
              />
            ))}
          </div>
        </>
      ) : (
        <p className="soft">Find a product to see what each algorithm recommends beside it, and why.</p>
      )}
    </section>
  )
}

const pickedOf = ({ pinned, excluded }: PickedIds) => ({ pinned: [...pinned], excluded: [...excluded] })

interface RecommendedProps {
  readonly kind: RecommendationKind
  readonly items: readonly RecommendedBecause[]
  readonly picks: PickedIds
  readonly mayWrite: boolean
  readonly busy: boolean
  readonly onChange: (picks: PickedIds) => void
}

function Recommended({ kind, items, picks, mayWrite, busy, onChange }: RecommendedProps) {
  const { name, by } = algorithmText[kind]
  return (
    <section aria-label={name}>
      <h3>
        {name} <span className="faint small">{by}</span>
      </h3>
      {items.length === 0 ? (
        <p className="faint small">Nothing yet.</p>
      ) : (
        <ol className="rec-list">
          {items.map((item) => {
            const { product, excluded } = item
            const isOwn = picks.excluded.includes(product.id)
            return (
              <li key={product.id} data-off={excluded || undefined}>
                <Thumb src={product.picture} size={34} />
                <span className="two">
                  <span className="clip">{product.name}</span>
                  <span className="faint small">{excluded && !isOwn ? 'Excluded in the whole shop' : reasonText(kind, item)}</span>
                </span>
                <StateOf of={product} />
                {mayWrite && (
                  <span className="rec-acts">
                    {isOwn ? (
                      <IconButton
                        icon={X}
                        name={`Show ${product.name} again`}
                        disabled={busy}
                        onClick={() => onChange(release(picks, product.id))}
                      />
                    ) : (
                      <>
                        {!picks.pinned.includes(product.id) && (
                          <IconButton
                            icon={Pin}
                            name={`Pin ${product.name}`}
                            disabled={busy}
                            onClick={() => onChange(pin(picks, product.id))}
                          />
                        )}
                        <IconButton
                          icon={Ban}
                          name={`Exclude ${product.name}`}
                          disabled={busy}
                          onClick={() => onChange(exclude(picks, product.id))}
                        />
                      </>
                    )}
                  </span>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
