import type { MerchantCollection, MerchantProductRow } from '@vitrine/contract'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check, TextField } from '../parts/field.tsx'
import { Thumb } from '../parts/thumb.tsx'

interface GoodsProps {
  of: MerchantCollection
  products: readonly MerchantProductRow[]
  disabled: boolean
}

/** The products of a collection: those that are in it, more of them, fewer of them. */
export function Goods({ of, products, disabled }: GoodsProps) {
  const { act, busy } = useAct()
  const [adding, setAdding] = useState(false)
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
            ? `${of.products.toLocaleString('en-GB')}, the newest ${products.length} are shown.`
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
      <ul className="goods">
        {products.map((product) => (
          <li key={product.id} className="row">
            <Thumb src={product.image} size={36} />
            <Link to={`/products/${product.id}`}>{product.name}</Link>
            {!product.visible && <span className="faint small">hidden</span>}
            <span className="grow" />
            {!disabled && <IconButton small icon={X} name={`Take ${product.name} out`} disabled={busy} onClick={() => remove(product)} />}
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
