import type { CollectionProduct, CollectionSort, MerchantCollection, MerchantProductRow } from '@vitrine/contract'
import { GripVertical, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check, SelectField, TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { useReorder } from '../parts/reorder.ts'
import { Thumb } from '../parts/thumb.tsx'

interface CollectionProductsProps {
  of: MerchantCollection
  products: readonly CollectionProduct[]
  /** All products of the shop are in it: none comes or goes. */
  isAll: boolean
  disabled: boolean
  sort: CollectionSort
  onSort: (sort: CollectionSort) => void
}

/** So many products of a collection have a place of their own; more are not listed here. */
export const mostPlaced = 1000

const sorts: Readonly<Record<CollectionSort, string>> = {
  MANUAL: 'By hand',
  BEST_SELLING: 'Best-selling first',
  NEWEST: 'Newest first',
  PRICE_ASC: 'Price, lowest first',
  PRICE_DESC: 'Price, highest first',
  NAME: 'Name',
}

/** What sets a product apart in its collection. */
const noteOf = ({ visible, by, ribbon, price, fullPrice }: CollectionProduct, { rule }: MerchantCollection): string =>
  [!visible && 'hidden', rule && by === 'HAND' && 'by hand', ribbon ?? (price < fullPrice && 'reduced')].filter(Boolean).join(', ')

/** The products of a collection: those that are in it, more of them, fewer of them. */
export function CollectionProducts({ of, products, isAll, disabled, sort, onSort }: CollectionProductsProps) {
  const { act, busy } = useAct()
  const [adding, setAdding] = useState(false)
  const [, setParams] = useSearchParams()
  const loading = useNavigation().state !== 'idle'
  const placing = !disabled && of.sort === 'MANUAL' && sort === 'MANUAL'
  const { list, said, item, handle, surface } = useReorder<HTMLOListElement>({
    ids: products.map(({ id }) => id),
    disabled: !placing,
    called: (id) => products.find((one) => one.id === id)?.name ?? '',
    onOrder: (ids, from, to) =>
      act(async () => {
        await client.merchantProducts.sortCollectionProducts({ id: of.id, productIds: ids.slice(0, Math.max(from, to) + 1) })
      }),
  })
  const remove = ({ id, name }: MerchantProductRow) =>
    void act(async () => {
      await client.merchantProducts.removeProductsFromCollection({ id: of.id, productIds: [id] })
      return {
        says: `${name} is taken out of ${of.name}.`,
        undo: () => void act(async () => void (await client.merchantProducts.addProductsToCollection({ id: of.id, productIds: [id] }))),
      }
    })
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Order in the shop</h2>
        <p>
          {of.products > products.length && `The first ${products.length} of ${of.products.toLocaleString('en-GB')} are shown. `}
          {placing && products.length > 1 && <span className="hide-s">Drag, or use the arrow keys.</span>}
        </p>
        <div className="acts">
          {!disabled && !isAll && (
            <Button small icon={Plus} onClick={() => setAdding(true)}>
              Add products
            </Button>
          )}
          <SelectField
            hidden
            label="Order in the shop"
            disabled={disabled}
            value={sort}
            onChange={({ target }) => onSort(target.value as CollectionSort)}
          >
            {Object.entries(sorts).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </header>
      {products.length === 0 ? (
        <p className="soft">
          {isAll
            ? 'No products yet.'
            : of.rule
              ? 'No product meets the rule yet. One that does comes in by itself.'
              : 'No products yet. Shoppers see the collection once it has some.'}
        </p>
      ) : (
        <ol className="dragrow" ref={list}>
          {products.map((product) => (
            <li key={product.id} {...item(product.id)}>
              <span className="tile" {...(placing && { 'data-drag': '', ...surface(product.id) })}>
                <Thumb src={product.image} size={118} tall />
              </span>
              <span className="row between">
                <Link className="lead" to={`/products/${product.id}`}>
                  {product.name}
                </Link>
                {placing && (
                  <button type="button" className="grip" aria-label={`Move ${product.name}: arrow keys`} {...handle(product.id)}>
                    <Icon of={GripVertical} small />
                  </button>
                )}
              </span>
              <span className="faint small">{noteOf(product, of)}</span>
              {!disabled && product.by === 'HAND' && (
                <IconButton small icon={X} name={`Take ${product.name} out`} disabled={busy} onClick={() => remove(product)} />
              )}
            </li>
          ))}
        </ol>
      )}
      {products.length < of.products && products.length < mostPlaced && (
        <Button
          small
          disabled={loading}
          onClick={() => setParams({ shown: String(products.length + 1) }, { replace: true, preventScrollReset: true })}
        >
          Show more
        </Button>
      )}
      <p className="vh" role="status">
        {said}
      </p>
      {adding && <AddProducts of={of} onClose={() => setAdding(false)} />}
    </section>
  )
}

const mostFound = 50

function AddProducts({ of, onClose }: { of: MerchantCollection; onClose: () => void }) {
  const { act, busy } = useAct()
  const [words, setWords] = useState('')
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const found = useAnswer({
    ask: async (signal) =>
      (
        await client.merchantProducts.listProducts(
          {
            query: {
              filter: { ...(words.trim() && { words }), $not: { collectionId: { $hasSome: [of.id] } } },
              cursorPaging: { limit: mostFound },
            },
          },
          { signal },
        )
      ).products,
    of: words,
  })
  const add = () =>
    void act(async () => {
      await client.merchantProducts.addProductsToCollection({ id: of.id, productIds: [...picked.keys()] })
      onClose()
      return `${many(picked.size, 'product')} added to ${of.name}.`
    })
  return (
    <Dialog
      wide
      title={`Add products to ${of.name}`}
      does={picked.size === 0 ? 'Add products' : `Add ${many(picked.size, 'product')}`}
      busy={busy}
      disabled={picked.size === 0}
      onDo={add}
      onClose={onClose}
    >
      <TextField
        label="Find"
        placeholder="Title, SKU, choice"
        value={words}
        data-first=""
        onChange={({ target }) => setWords(target.value)}
      />
      <ul className="coll-products">
        {(found ?? []).map(({ id, name, image, visible }) => (
          <li key={id} className="row">
            <Check
              checked={picked.has(id)}
              onChange={({ target }) =>
                setPicked((before) => {
                  const after = new Map(before)
                  if (target.checked) after.set(id, name)
                  else after.delete(id)
                  return after
                })
              }
            >
              <span className="row">
                <Thumb src={image} size={28} />
                {name}
                {!visible && <span className="faint small">hidden</span>}
              </span>
            </Check>
          </li>
        ))}
      </ul>
      {found?.length === 0 && <p className="soft">Nothing else is called so.</p>}
    </Dialog>
  )
}
