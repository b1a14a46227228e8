import type { ProductImport } from '@vitrine/contract'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { useReadAgain } from '../parts/read-again.ts'
import { goesIn, isUnderWay, shareOf } from '../products/import/text.ts'
import { useMay } from '../shell/layout.tsx'

const { productImports } = client
const words = { PRODUCT_IMPORT_NOT_FOUND: 'There are no sample products on this installation.' }

const rest = () => new Promise<void>((done) => setTimeout(done, 300))

/** Begins the import, or goes on with one that was left before it started, up to where the shop carries it out by itself. */
async function fill(before: ProductImport | undefined): Promise<undefined> {
  const { productImport } =
    before && ['READY', 'CHECKING', 'CHECKED', 'PAUSED'].includes(before.state)
      ? { productImport: before }
      : await productImports.createSampleProductImport()
  const { id, settings } = productImport
  let { state } = productImport
  if (state === 'READY') {
    // New ones always: what the merchant has under the same SKU or address is left alone.
    const checked = await productImports.checkProductImport({ id, settings: { ...settings!, existing: 'CREATE', hideNew: false } })
    state = checked.productImport.state
  }
  while (state === 'CHECKING') {
    await rest()
    state = (await productImports.getProductImport({ id })).productImport.state
  }
  if (state === 'CHECKED' || state === 'PAUSED') await productImports.startProductImport({ id })
  return undefined
}

/** The sample products of an empty shop: in by one press, out again by another. */
export function SampleProducts({ shop, of: one }: { shop: string; of: ProductImport | undefined }) {
  const { act, busy } = useAct(words)
  const mayWrite = useMay()('products.write')
  const goesOn = one !== undefined && isUnderWay(one.state)
  useReadAgain(goesOn)
  if (!mayWrite) return undefined
  const isIn = one !== undefined && ['DONE', 'CANCELED'].includes(one.state) && one.counts.done > 0
  const stayed = one?.state === 'UNDONE' ? one.counts.conflicts : 0
  return (
    <section className="sec" aria-labelledby="samples">
      <header className="sec-h">
        <h2 id="samples">Only looking?</h2>
      </header>
      {goesOn ? (
        <p className="soft" role="status">
          {sayGoing(one)}
        </p>
      ) : isIn ? (
        <p className="soft" role="status">
          {`The demo’s ${many(one.counts.done, 'product')} ${one.counts.done === 1 ? 'is' : 'are'} in ${shop}. What you made stays when they go.`}
        </p>
      ) : (
        <p className="soft">
          {`Fill ${shop} with the demo’s products and their pictures. One press takes them out again; what you made stays.`}
          {stayed > 0 && ` ${many(stayed, 'product')} of the last time stayed, because you changed or sold them.`}
        </p>
      )}
      <p className="from">
        {goesOn ? (
          <Link className="btn small" to={`/products/import/${one.id}`}>
            <span>Look at it</span>
          </Link>
        ) : isIn ? (
          <Button
            small
            disabled={busy}
            onClick={() => void act(async () => (await productImports.undoProductImport({ id: one.id }), undefined))}
          >
            Take them out again
          </Button>
        ) : (
          <Button small disabled={busy} onClick={() => void act(() => fill(one))}>
            Fill for a look
          </Button>
        )}
      </p>
    </section>
  )
}

function sayGoing(one: ProductImport): string {
  const share = shareOf(one)
  const percent = share === undefined ? '' : `, ${Math.round(share * 100)} %`
  if (one.state === 'UNDOING') return `The demo’s products are taken out${percent} …`
  return `The demo’s ${goesIn(one) === 0 ? 'products' : many(goesIn(one), 'product')} and their pictures are coming${percent} …`
}
