// Products are dragged by their handles, which hear the arrow keys, too; the rows only take what is dropped.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import type { CollectionProduct, CollectionSort, MerchantCollection, MerchantProductRow } from '@vitrine/contract'
import { GripVertical, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check, SelectField, TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Thumb } from '../parts/thumb.tsx'

interface GoodsProps {
  of: MerchantCollection
  products: readonly CollectionProduct[]
  disabled: boolean
  sort: CollectionSort
  onSort: (sort: CollectionSort) => void
}

const sorts: Readonly<Record<CollectionSort, string>> = {
  MANUAL: 'By hand',
  BEST_SELLING: 'Best-selling first',
  NEWEST: 'Newest first',
  PRICE_ASC: 'Price, lowest first',
  PRICE_DESC: 'Price, highest first',
  NAME: 'Name',
}

/** The products of a collection: those that are in it, more of them, fewer of them. */
export function Goods({ of, products, disabled, sort, onSort }: GoodsProps) {
  const { act, busy } = useAct()
  const [adding, setAdding] = useState(false)
  const [held, setHeld] = useState<number>()
  const placing = !disabled && of.sort === 'MANUAL' && sort === 'MANUAL'
  const move = (from: number, to: number) => {
    if (to < 0 || to >= products.length || from === to) return
    const ids = products.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    ids.splice(to, 0, moved!)
    void act(async () => {
      await client.merchantProducts.sortCollectionProducts({ id: of.id, productIds: ids.slice(0, Math.max(from, to) + 1) })
    })
  }
  const hear = (at: number) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    move(at, at + by)
  }
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
        <h2>Products</h2>
        <p>
          {of.products > products.length
            ? `${of.products.toLocaleString('en-GB')}, the first ${products.length} are shown.`
            : many(of.products, 'product')}
        </p>
        {!disabled && (
          <div className="acts">
            <Button small icon={Plus} onClick={() => setAdding(true)}>
              Add products
            </Button>
          </div>
        )}
      </header>
      <SelectField
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
      <ul className="goods">
        {products.map((product, i) => (
          <li
            key={product.id}
            className="row"
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (held !== undefined) move(held, i)
              setHeld(undefined)
            }}
          >
            {placing && (
              <button
                type="button"
                className="grip"
                draggable
                disabled={busy}
                aria-label={`Place ${product.name}: arrow keys`}
                onDragStart={() => setHeld(i)}
                onDragEnd={() => setHeld(undefined)}
                onKeyDown={hear(i)}
              >
                <Icon of={GripVertical} />
              </button>
            )}
            <Thumb src={product.image} size={36} />
            <Link to={`/products/${product.id}`}>{product.name}</Link>
            {!product.visible && <span className="faint small">hidden</span>}
            {of.rule && product.by === 'HAND' && <span className="faint small">by hand</span>}
            <span className="grow" />
            {!disabled && product.by === 'HAND' && (
              <IconButton small icon={X} name={`Take ${product.name} out`} disabled={busy} onClick={() => remove(product)} />
            )}
          </li>
        ))}
      </ul>
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
      <ul className="goods">
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
