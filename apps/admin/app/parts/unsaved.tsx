import { FileDiff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useBlocker } from 'react-router'
import { useKeys } from '../shell/keys.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Modal, ModalHead } from './modal.tsx'
import { Head, RowHead, Table, Td, Tr } from './table.tsx'

/** One thing that somebody changed and did not save yet: `Street`, or `4 prices`. With what it was and is, one can look at it. */
export interface Change {
  readonly name: string
  readonly was?: string
  readonly now?: string
}

interface UnsavedProps {
  /** What changed; the bar stands there while there is something. */
  of: readonly (Change | string)[]
  busy?: boolean
  /** `false` where the page has buttons of its own for both; then this is the guard alone. */
  bar?: boolean
  /** It is rendered in one of the page's columns: the bar goes below all of them. */
  inColumn?: boolean
  /** Something is not as it must be: what is said of it in place of what changed. */
  wrong?: string | undefined
  /** Saves all of it; false where it was refused. */
  onSave: () => Promise<boolean>
  /** Puts everything back as it was. */
  onDiscard: () => void
}

/**
 * The bar that names what is not saved, and the guard of it: ⌘S saves, and whoever leaves is asked once. One for each page; a form in a
 * dialog needs none.
 *
 * @example
 * const changes = changesOf(saved, values, { title: 'Title', price: 'Price' })
 * <Unsaved of={changes} busy={busy} onSave={save} onDiscard={() => setValues(saved)} />
 */
export function Unsaved({ of, bar = true, inColumn = false, busy = false, wrong, onSave, onDiscard }: UnsavedProps) {
  const changes = of.map((one): Change => (typeof one === 'string' ? { name: one } : one))
  const isDirty = changes.length > 0
  const [looking, setLooking] = useState(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && !busy && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  const save = () => {
    if (wrong === undefined) void onSave()
  }
  useKeys(isDirty && !busy ? { '⌘s': save } : {})
  if (!isDirty) return null
  const shown = (
    <div className="float" role="region" aria-label="Unsaved changes">
      <p role="status">
        <b>{wrong ? 'Not yet:' : 'Not saved:'}</b> {wrong ?? namesOf(changes)}
      </p>
      {changes.some(hasBoth) && (
        <Button icon={FileDiff} onClick={() => setLooking(true)}>
          Look
        </Button>
      )}
      <span className="sep" />
      <Button disabled={busy} onClick={onDiscard}>
        Discard
      </Button>
      <Button kind="main-act" disabled={busy || wrong !== undefined} keys={['⌘', 'S']} onClick={save}>
        Save
      </Button>
    </div>
  )
  return (
    <>
      {bar && (inColumn ? createPortal(shown, document.querySelector('#main')!) : shown)}
      {looking && <Difference changes={changes} onClose={() => setLooking(false)} />}
      {blocker.state === 'blocked' && (
        <Dialog
          title="Leave without saving?"
          about={`Not saved: ${namesOf(changes)}.`}
          does="Save and leave"
          busy={busy}
          disabled={wrong !== undefined}
          says={
            <Button kind="ghost warn" onClick={() => blocker.proceed()}>
              Leave without them
            </Button>
          }
          cancel="Stay"
          onDo={() => void onSave().then((saved) => (saved ? blocker.proceed() : blocker.reset()))}
          onClose={() => blocker.reset()}
        />
      )}
    </>
  )
}

const mostNamed = 4
const hasBoth = ({ was, now }: Change): boolean => was !== undefined || now !== undefined

function namesOf(changes: readonly Change[]): string {
  const names = changes.map(({ name }, i) => (i === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)))
  return names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed - 1).join(', ')} and ${names.length - mostNamed + 1} more`
}

function Difference({ changes, onClose }: { changes: readonly Change[]; onClose: () => void }) {
  return (
    <Modal className="dialog wide" onClose={onClose}>
      <ModalHead title={'Not saved'} first onClose={onClose} />
      <div className="dlg-b">
        <Table
          caption="What was changed"
          head={
            <>
              <Head>Field</Head>
              <Head>Was</Head>
              <Head>Will be</Head>
            </>
          }
        >
          {changes.map(({ name, was, now }) => (
            <Tr key={name}>
              <RowHead>{name}</RowHead>
              <Td of="Was" className="soft">
                {was || '–'}
              </Td>
              <Td of="Will be">{now || '–'}</Td>
            </Tr>
          ))}
        </Table>
      </div>
    </Modal>
  )
}
