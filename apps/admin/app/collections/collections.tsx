// Collections are dragged by their handles, which hear the arrow keys, too; the rows only take what is dropped.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import type { CollectionProduct, MerchantCollection } from '@vitrine/contract'
import { GripVertical, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useMay } from '../shell/desk.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { Editor } from './editor.tsx'
import { NewCollection } from './new-collection.tsx'

export interface Loaded {
  readonly collections: readonly MerchantCollection[]
  /** The one that is open. */
  readonly open: MerchantCollection | undefined
  /** The first of its products, in the order of the shop. */
  readonly products: readonly CollectionProduct[]
}

const mostShown = 100

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const { collections } = await client.merchantProducts.listCollections({}, { signal })
  const open = params['id'] === undefined ? collections[0] : collections.find(({ id }) => id === params['id'])
  if (params['id'] !== undefined && !open) throw new Response('There is no such collection.', { status: 404 })
  if (!open) return { collections, open, products: [] }
  const { products } = await client.merchantProducts.listCollectionProducts({ id: open.id, limit: mostShown }, { signal })
  return { collections, open, products }
}

function counted(collections: readonly MerchantCollection[]): string {
  const ruled = collections.filter(({ rule }) => rule).length
  return ruled === 0 ? String(collections.length) : `${collections.length}, ${ruled} by rule`
}

/** The shop's collections in their order, and one of them to be changed. */
export function Collections() {
  const { collections, open, products } = useLoaderData<Loaded>()
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Collections' }])
  const mayWrite = useMay()('products.write')
  const { act, busy } = useAct()
  const [making, setMaking] = useState(false)
  const [held, setHeld] = useState<number>()
  const move = (from: number, to: number) => {
    if (to < 0 || to >= collections.length || from === to) return
    const ids = collections.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    ids.splice(to, 0, moved!)
    void act(async () => {
      await client.merchantProducts.sortCollections({ ids })
    })
  }
  const hear = (at: number) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    move(at, at + by)
  }
  return (
    <>
      <PageHead
        title="Collections"
        facts={<span>{collections.length === 0 ? 'none yet' : counted(collections)}</span>}
        {...(mayWrite && {
          main: (
            <Button kind="primary" icon={Plus} onClick={() => setMaking(true)}>
              Collection
            </Button>
          ),
        })}
      />
      {collections.length === 0 ? (
        <div className="empty">
          <h2>No collections yet</h2>
          <p>A collection gathers products under a name: a kind, a season, a room. Shoppers find them in the menu.</p>
          <div className="acts">
            <ButtonLink to="/products">To the products</ButtonLink>
          </div>
        </div>
      ) : (
        <div className="cols split">
          <div className="picklist">
            <ul>
              {collections.map(({ id, name, image, products: count, visible, rule }, i) => (
                <li
                  key={id}
                  {...(id === open?.id && { 'data-on': '' })}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={() => {
                    if (held !== undefined) move(held, i)
                    setHeld(undefined)
                  }}
                >
                  <Link to={`/collections/${id}`} aria-current={id === open?.id ? 'true' : undefined}>
                    <Thumb src={image} size={36} />
                    <span className="two grow">
                      <b>{name}</b>
                      <span className="faint small">
                        {[many(count, 'product'), rule && 'by rule', !visible && 'hidden'].filter(Boolean).join(', ')}
                      </span>
                    </span>
                  </Link>
                  {mayWrite && (
                    <button
                      type="button"
                      className="grip"
                      draggable
                      disabled={busy}
                      aria-label={`Move ${name}: arrow keys`}
                      onDragStart={() => setHeld(i)}
                      onDragEnd={() => setHeld(undefined)}
                      onKeyDown={hear(i)}
                    >
                      <Icon of={GripVertical} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </div>
          {open && <Editor key={open.id} of={open} products={products} />}
        </div>
      )}
      {making && <NewCollection onClose={() => setMaking(false)} />}
    </>
  )
}
