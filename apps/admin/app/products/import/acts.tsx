import type { ProductImport } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useMay } from '../../shell/layout.tsx'
import { canBeUndone, goesIn } from './text.ts'

const words = { PRODUCT_IMPORT_STATE: 'The import is at something else by now. Look at what stands here.' }

/** What can be done with an import now. */
export function Acts({ of: one }: { of: ProductImport }) {
  const { id, state, counts } = one
  const { act, busy } = useAct(words)
  const [asking, setAsking] = useState(false)
  const mayWrite = useMay()('products.write')
  if (!mayWrite) return undefined
  const run = (work: () => Promise<unknown>, says?: string) => () => void act(async () => (await work(), says))
  const { productImports } = client
  return (
    <>
      {state === 'RUNNING' && (
        <Button disabled={busy} onClick={run(() => productImports.pauseProductImport({ id }))}>
          Pause
        </Button>
      )}
      {(state === 'RUNNING' || state === 'PAUSED' || state === 'CHECKING') && (
        <Button disabled={busy} onClick={run(() => productImports.cancelProductImport({ id }))}>
          Cancel
        </Button>
      )}
      {canBeUndone(one) && (
        <Button kind="warn" disabled={busy} onClick={() => setAsking(true)}>
          Undo the import
        </Button>
      )}
      {state === 'PAUSED' && (
        <Button kind="primary" disabled={busy} onClick={run(() => productImports.startProductImport({ id }))}>
          Go on
        </Button>
      )}
      {state === 'CHECKED' && (
        <Button kind="primary" disabled={busy || goesIn(one) === 0} onClick={run(() => productImports.startProductImport({ id }))}>
          {`Import ${many(goesIn(one), 'product')}`}
        </Button>
      )}
      {(state === 'DONE' || state === 'UNDONE') && <ButtonLink to="/products">To the products</ButtonLink>}
      {asking && (
        <Dialog
          title="Undo the import"
          about={`${many(counts.done, 'product')} go back to what they were. What was sold or changed since stays, and is listed.`}
          does="Undo the import"
          kind="danger"
          busy={busy}
          onDo={() =>
            void act(async () => (await productImports.undoProductImport({ id }), undefined)).then((done) => done && setAsking(false))
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
