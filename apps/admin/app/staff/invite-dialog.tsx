import { Refused } from '@vitrine/client'
import type { StaffRole } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { refusedText } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import type { Told } from '../parts/told.tsx'
import { unanswered } from '../parts/unanswered.ts'
import { RoleChoice } from './role-choice.tsx'
import { refusals } from './text.tsx'

interface InviteProps {
  /** Whether the link is sent by email; else whoever invites is told it. */
  byMail: boolean
  onDone: (link: Told | undefined) => void
  onClose: () => void
}

/** What is said with a link that no email brings. */
export const linkFor = (email: string, secret: string): Told => ({
  what: `This link lets ${email} join.`,
  more: 'Send it to them yourself: whoever has it is in. It is good for 7 days, and once.',
  secret,
})

/** Asks somebody to run the shop, too. */
export function InviteDialog({ byMail, onDone, onClose }: InviteProps) {
  const say = useSay()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('ORDERS')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function invite() {
    setBusy(true)
    try {
      const { staffInvitation, joinLink } = await client.staff.invite({ staffInvitation: { email: email.trim(), role } })
      if (!joinLink) say({ text: `A link is on its way to ${email.trim()}. It is good for 7 days, and once.` })
      onDone(joinLink === undefined ? undefined : linkFor(staffInvitation.email, joinLink))
    } catch (error) {
      setBusy(false)
      if (!(error instanceof Refused)) return setWrong(unanswered)
      setWrong(error.code === 'INVALID_ARGUMENT' ? 'That is not an email address.' : refusedText(error, refusals))
    }
  }
  return (
    <Dialog
      title="Invite to the staff"
      about={
        byMail
          ? 'They get a link by email, and choose their name and password themselves.'
          : 'They choose their name and password themselves, by a link that you send them: this shop has no email server.'
      }
      does={byMail ? 'Send the invitation' : 'Make the link'}
      busy={busy}
      disabled={!/^\S+@\S+$/.test(email.trim())}
      onDo={() => void invite()}
      onClose={onClose}
    >
      <div className="stack">
        <TextField
          label="Email"
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
