import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Modal, ModalHead } from './modal.tsx'
import { useFailure } from './toasts.tsx'

interface DialogProps {
  title: string
  /** What it is about, in a sentence. */
  about?: ReactNode
  wide?: boolean
  /** Wider still: for what has two columns. */
  huge?: boolean
  /** The consequence, in the foot. */
  says?: ReactNode
  /** Another thing that can be done, before the main one. */
  also?: ReactNode
  /** What the main button does, with its number: `Refund €47.74`. */
  does: string
  /** Phones show no other kinds in the foot. */
  kind?: 'primary' | 'danger'
  /** What Esc does, where “Cancel” says too little. */
  cancel?: string
  busy: boolean
  disabled?: boolean
  onDo: () => void
  onClose: () => void
  children?: ReactNode
}

/** A question in front of the page, which waits meanwhile. ⌘↵ does it, Esc leaves. */
export function Dialog({
  title,
  about,
  wide,
  huge,
  says,
  also,
  does,
  kind = 'primary',
  cancel = 'Cancel',
  busy,
  disabled,
  onDo,
  onClose,
  children,
}: DialogProps) {
  const failure = useFailure()
  // What went wrong before it was opened, or before it was tried again, is not about it.
  const [seen, setSeen] = useState(failure?.nth)
  const error = failure && failure.nth !== seen && !busy ? failure.text : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || disabled) return
    setSeen(failure?.nth)
    onDo()
  }
  return (
    <Modal
      className={`dialog${huge ? ' huge' : wide ? ' wide' : ''}`}
      onClose={onClose}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
      }}
    >
      <form onSubmit={submit}>
        <ModalHead title={title} about={about} onClose={onClose} />
        {children && <div className="dlg-b">{children}</div>}
        {error && (
          <p className="err dlg-e" role="alert">
            <Icon of={CircleAlert} />
            {error}
          </p>
        )}
        <div className="dlg-f" aria-busy={busy}>
          <span className="grow small">{busy ? <span role="status">Sending …</span> : says}</span>
          <Button onClick={onClose} keys={['Esc']} data-safe="">
            {cancel}
          </Button>
          {also}
          <Button type="submit" kind={kind} disabled={busy || disabled} keys={['⌘', '↵']}>
            {does}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
