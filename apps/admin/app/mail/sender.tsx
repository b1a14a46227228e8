import type { EmailSender } from '@vitrine/contract'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextArea, TextField } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import { faultOf } from './fault.ts'

/** Whom emails come from, where answers go, and what stands in their foot. */
export function Sender({ sender, onClose }: { sender: EmailSender; onClose: () => void }) {
  const [name, setName] = useState(sender.name)
  const [replyTo, setReplyTo] = useState(sender.replyTo ?? '')
  const [help, setHelp] = useState(sender.help)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const say = useSay()
  const { revalidate } = useRevalidator()
  async function save() {
    setBusy(true)
    try {
      await client.emails.updateEmailSender({
        sender: {
          ...(name.trim() !== sender.name && { name: name.trim() }),
          replyTo: replyTo.trim() || null,
          ...(help.trim() !== sender.help && { help: help.trim() || null }),
        },
      })
      say({ text: `Emails are sent from ${name.trim()} now.` })
      void revalidate()
      onClose()
    } catch (error) {
      setWrong(faultOf(error).says)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Sender and footer"
      about="For every email that the shop sends."
      does="Save"
      says={`The address ${sender.address} belongs to your mail server.`}
      busy={busy}
      disabled={name.trim() === ''}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        <TextField label="Sender’s name" maxLength={100} value={name} onChange={({ target }) => setName(target.value)} data-first="" />
        <TextField
          label="Answers go to"
          type="email"
          value={replyTo}
          onChange={({ target }) => setReplyTo(target.value)}
          hint="Leave empty to use the sender address."
          error={wrong}
        />
        <TextArea label="Words in the foot" rows={2} maxLength={300} value={help} onChange={({ target }) => setHelp(target.value)} />
      </div>
    </Dialog>
  )
}
