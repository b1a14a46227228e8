import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'

const linkable = /^(?:https?:\/\/[^\s\\"<>]+|mailto:[^\s\\"<>]+|tel:\+?[\d() .-]+|\/(?![/\\])[^\s\\"<>]*|#[\w-]*)$/i

/** An address as somebody writes it: `morrow.example` is a web address, `a@b.example` one of email. */
const completed = (written: string): string => {
  const text = written.trim()
  if (text === '' || linkable.test(text)) return text
  if (/^[^\s@/]+@[^\s@/]+$/.test(text)) return `mailto:${text}`
  return `https://${text}`
}

interface LinkDialogProps {
  href: string
  /** With nothing: it is a link no more. */
  onSet: (href: string) => void
  onClose: () => void
}

export function LinkDialog({ href, onSet, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(href)
  const full = completed(address)
  const wrong = full !== '' && !linkable.test(full)
  return (
    <Dialog
      title={href ? 'Link' : 'New link'}
      does={full === '' && href ? 'Remove the link' : 'Set the link'}
      busy={false}
      disabled={wrong || (full === '' && !href)}
      onDo={() => onSet(full)}
      onClose={onClose}
    >
      <TextField
        label="Address"
        hint="A page of the shop such as /products, a web address, an email address or a phone number with tel:"
        error={wrong ? 'This is no address that a page can link to.' : undefined}
        maxLength={2000}
        value={address}
        data-first=""
        onChange={({ target }) => setAddress(target.value)}
      />
    </Dialog>
  )
}
