import type { Order } from '@vitrine/contract'
import { Archive, Banknote, PackageCheck, Tag } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { useMay } from '../../shell/desk.tsx'
import { useKeys } from '../../shell/keys.ts'
import { archiveAll, captureAll, fulfilAll, tagAll } from '../acts.ts'
import { sumOf } from '../sums.ts'
import { many } from '../words.ts'

interface SelectionProps {
  orders: readonly Order[]
  onClear: () => void
}

/** What can be done with all that is picked. */
export function Selection({ orders, onClear }: SelectionProps) {
  const may = useMay()
  const say = useSay()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [tagging, setTagging] = useState(false)

  async function act(work: () => Promise<{ done: number; failed: number }>, did: (count: string) => string, undo?: () => Promise<unknown>) {
    setBusy(true)
    try {
      const { done, failed } = await work()
      const said = did(many(done, 'order'))
      say({
        text: failed > 0 ? `${said} ${many(failed, 'order')} stayed as ${failed === 1 ? 'it was' : 'they were'}.` : said,
        bad: done === 0,
        ...(undo && done > 0 && { undo: () => void undo().then(() => revalidate()) }),
      })
      await revalidate()
    } catch {
      say({ text: 'The shop did not answer. Look whether it was done before you try again.', bad: true })
    } finally {
      setBusy(false)
    }
  }

  const fulfil = () =>
    act(
      () => fulfilAll(orders),
      (count) => `${count} sent.`,
    )
  const capture = () =>
    act(
      () => captureAll(orders),
      (count) => `Captured for ${count}.`,
    )
  const archive = () =>
    act(
      () => archiveAll(orders, true),
      (count) => `${count} archived.`,
      () => archiveAll(orders, false),
    )
  const write = may('orders.write')
  const pay = may('payments.write')
  useKeys({ ...(write && { f: () => void fulfil(), t: () => setTagging(true) }), ...(pay && { c: () => void capture() }) })
  return (
    <>
      <div className="float" role="toolbar" aria-label={`Actions for ${many(orders.length, 'selected order')}`}>
        <p>
          <b>{orders.length} selected</b> &nbsp;{sumOf(orders)}
        </p>
        {write && (
          <Button icon={PackageCheck} keys={['F']} disabled={busy} onClick={() => void fulfil()}>
            Fulfil
          </Button>
        )}
        {pay && (
          <Button icon={Banknote} keys={['C']} disabled={busy} onClick={() => void capture()}>
            Capture
          </Button>
        )}
        {write && (
          <>
            <Button icon={Tag} keys={['T']} disabled={busy} onClick={() => setTagging(true)}>
              Tag
            </Button>
            <Button icon={Archive} disabled={busy} onClick={() => void archive()}>
              Archive
            </Button>
          </>
        )}
        <span className="sep" />
        <Button keys={['Esc']} onClick={onClear}>
          Clear
        </Button>
      </div>
      {tagging && (
        <TagDialog
          orders={orders}
          onClose={() => setTagging(false)}
          onTag={(tag) => {
            setTagging(false)
            void act(
              () => tagAll(orders, { assign: tag }),
              (count) => `${count} tagged “${tag}”.`,
              () => tagAll(orders, { unassign: tag }),
            )
          }}
        />
      )}
    </>
  )
}

function TagDialog({ orders, onTag, onClose }: { orders: readonly Order[]; onTag: (tag: string) => void; onClose: () => void }) {
  const [tag, setTag] = useState('')
  return (
    <Dialog
      title="Tag"
      about={`${many(orders.length, 'order')} get it; those that have it keep it.`}
      does={`Tag ${many(orders.length, 'order')}`}
      busy={false}
      disabled={tag.trim() === ''}
      onDo={() => onTag(tag.trim())}
      onClose={onClose}
    >
      <TextField label="Tag" value={tag} onChange={(event) => setTag(event.target.value)} maxLength={50} data-first="" />
    </Dialog>
  )
}
