import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { refusals } from '../text.tsx'

/** Makes an account for somebody, and emails them a link to choose a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { act, busy } = useAct(refusals)
  const [email, setEmail] = useState('')
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const to = email.trim()
  const isEmail = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(to)
  const invite = async () => {
    let id = ''
    const isMade = await act(async () => {
      const contact = { ...(firstName.trim() && { firstName: firstName.trim() }), ...(lastName.trim() && { lastName: lastName.trim() }) }
      const { member } = await client.memberManagement.createMember({ member: { loginEmail: to, contact } })
      id = member.id!
      return undefined
    })
    if (!isMade) return
    await act(async () => (await client.recovery.sendActivationEmail({ identityId: id }), `An email with a link is on its way to ${to}.`))
    onClose()
    // Where the email was refused, the page offers to send it again.
    await navigate(`/members/${id}`)
  }
  return (
    <Dialog
      title="Invite a member"
      about="They get an account, and an email with a link to choose a password. It is good for seven days."
      does={isEmail ? `Invite ${to}` : 'Invite'}
      busy={busy}
      disabled={!isEmail}
      onDo={() => void invite()}
      onClose={onClose}
    >
      <div className="stack">
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={320}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          data-first=""
        />
        <div className="grid2">
          <TextField label="First name" optional maxLength={100} value={firstName} onChange={({ target }) => setFirstName(target.value)} />
          <TextField label="Last name" optional maxLength={100} value={lastName} onChange={({ target }) => setLastName(target.value)} />
        </div>
      </div>
    </Dialog>
  )
}
