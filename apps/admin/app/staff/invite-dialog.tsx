import { Refused } from '@vitrine/client'
import type { StaffRole } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { refusedWords, unanswered } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import { RoleChoice } from './role-choice.tsx'
import { refusals } from './words.tsx'

/** Asks somebody to run the shop, too. */
export function InviteDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const say = useSay()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('ORDERS')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function invite() {
    setBusy(true)
    try {
      await client.staff.invite({ staffInvitation: { email: email.trim(), role } })
      say({ text: `A link is on its way to ${email.trim()}. It is good for 7 days, and once.` })
      onDone()
    } catch (error) {
      setBusy(false)
      if (!(error instanceof Refused)) return setWrong(unanswered)
      setWrong(error.code === 'INVALID_ARGUMENT' ? 'That is no mail address.' : refusedWords(error, refusals))
    }
  }
  return (
    <Dialog
      title="Invite to the staff"
      about="They get a link by mail, and choose their name and password themselves."
      does="Send the invitation"
      busy={busy}
      disabled={!/^\S+@\S+$/.test(email.trim())}
      onDo={() => void invite()}
      onClose={onClose}
    >
      <div className="stack">
        <TextField
          label="Mail"
          type="email"
          maxLength={320}
          autoComplete="off"
          value={email}
          onChange={({ target }) => {
            setEmail(target.value)
            setWrong(undefined)
          }}
          error={wrong}
          data-first=""
        />
        <RoleChoice chosen={role} onChoose={setRole} />
      </div>
    </Dialog>
  )
}
