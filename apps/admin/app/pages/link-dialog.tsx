import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { isLinkTarget } from '../parts/link-target.ts'

/** Of a page it may also lead to a place in the page. */
const isLinkable = (text: string): boolean => isLinkTarget(text) || /^#[\w-]*$/.test(text)

/** An address as somebody writes it: `morrow.example` is a web address, `a@b.example` one of email. */
const completed = (written: string): string => {
  const text = written.trim()
  if (text === '' || isLinkable(text)) return text
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
  const wrong = full !== '' && !isLinkable(full)
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
