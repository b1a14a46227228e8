import type { CollectionProduct, MerchantCollection } from '@vitrine/contract'
import { GripVertical, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useReorder } from '../parts/reorder.ts'
import { Thumb } from '../parts/thumb.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { Editor } from './editor.tsx'
import { NewCollection } from './new-collection.tsx'
import { mostPlaced } from './products.tsx'

export interface Loaded {
  readonly collections: readonly MerchantCollection[]
  /** The collection of all products, which is none of them. */
  readonly all: MerchantCollection
  /** The one that is open. */
  readonly open: MerchantCollection | undefined
  /** The first of its products, in the order of the shop. */
  readonly products: readonly CollectionProduct[]
}

/** So many are read at once, and so many more with each press. */
const readAtOnce = 100

/** The first of a collection's products, as many as the address of the page asks for. */
async function productsOf(id: string, asked: number, signal: AbortSignal): Promise<readonly CollectionProduct[]> {
  const shown = Math.min(Math.max(Math.ceil(asked / readAtOnce), 1) * readAtOnce, mostPlaced)
  const offsets = Array.from({ length: shown / readAtOnce }, (_, i) => i * readAtOnce)
  const pages = await Promise.all(
    offsets.map((offset) => client.merchantProducts.listCollectionProducts({ id, limit: readAtOnce, offset }, { signal })),
  )
  return pages.flatMap(({ products }) => products)
}

export async function loader({ params, request: { signal, url } }: LoaderFunctionArgs): Promise<Loaded> {
  const { collections, allProducts: all } = await client.merchantProducts.listCollections({}, { signal })
  const open = params['id'] === undefined ? collections[0] : [all, ...collections].find(({ id }) => id === params['id'])
  if (params['id'] !== undefined && !open) throw new Response('There is no such collection.', { status: 404 })
  if (!open) return { collections, all, open, products: [] }
  const asked = Number(new URL(url).searchParams.get('shown') ?? readAtOnce)
  return { collections, all, open, products: await productsOf(open.id, Number.isSafeInteger(asked) ? asked : readAtOnce, signal) }
}

function counted(collections: readonly MerchantCollection[]): string {
  const ruled = collections.filter(({ rule }) => rule).length
  return ruled === 0 ? String(collections.length) : `${collections.length}, ${ruled} by rule`
}

/** The shop's collections in their order, and one of them to be changed. */
export function Collections() {
  const { collections, all, open, products } = useLoaderData<Loaded>()
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Collections' }])
  const mayWrite = useMay()('products.write')
  const { act } = useAct()
  const [making, setMaking] = useState(false)
  useKeys(mayWrite ? { n: { says: 'New collection', run: () => setMaking(true) } } : {}, 'Collections')
  const { list, said, item, handle } = useReorder<HTMLUListElement>({
    ids: collections.map(({ id }) => id),
    disabled: !mayWrite,
    called: (id) => collections.find((one) => one.id === id)?.name ?? '',
    onOrder: (ids) =>
      act(async () => {
        await client.merchantProducts.sortCollections({ ids: [...ids] })
      }),
  })
  return (
    <>
      <PageHead
        title="Collections"
        facts={<span>{collections.length === 0 ? 'none yet' : counted(collections)}</span>}
        {...(mayWrite && {
          main: (
            <Button kind="primary" icon={Plus} keys={['N']} onClick={() => setMaking(true)}>
              Collection
            </Button>
          ),
        })}
      />
      {collections.length === 0 && !open ? (
        <div className="empty">
          <h2>No collections yet</h2>
          <p>A collection gathers products under a name: a kind, a season, a room. Shoppers find them in the menu.</p>
          <div className="acts">
            {mayWrite && (
              <Button icon={Plus} onClick={() => setMaking(true)}>
                New collection
              </Button>
            )}
            <ButtonLink to={`/collections/${all.id}`}>All products</ButtonLink>
          </div>
        </div>
      ) : (
        <div className="cols split">
          <div className="picklist">
            <ul>
              <li {...(all.id === open?.id && { 'data-on': '' })}>
                <Link to={`/collections/${all.id}`} aria-current={all.id === open?.id ? 'true' : undefined}>
                  <Thumb src={all.image} size={36} />
                  <span className="two grow">
                    <b>{all.name}</b>
                    <span className="faint small">
                      {[many(all.products, 'product'), 'always all', !all.visible && 'hidden'].filter(Boolean).join(', ')}
                    </span>
                  </span>
                </Link>
              </li>
            </ul>
            <ul ref={list} className="reorder">
              {collections.map(({ id, name, image, products: count, visible, rule }) => (
                <li key={id} {...item(id)} {...(id === open?.id && { 'data-on': '' })}>
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
                    <button type="button" className="grip" aria-label={`Move ${name}: arrow keys`} {...handle(id)}>
                      <Icon of={GripVertical} small />
                    </button>
                  )}
                </li>
              ))}
            </ul>
            <p className="vh" role="status">
              {said}
            </p>
          </div>
          {open && <Editor key={open.id} of={open} products={products} isAll={open.id === all.id} />}
        </div>
      )}
      {making && <NewCollection onClose={() => setMaking(false)} />}
    </>
  )
}
