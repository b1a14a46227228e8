import { Refused } from '@vitrine/client'
import type { Ok } from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { fullTime } from '../orders/text.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { weakText } from '../second-step/weak-text.ts'
import { Door } from '../session/door.tsx'
import { SecondStep } from '../session/second-step.tsx'
import { focused } from '../session/text.ts'
import { useWayIn } from '../session/way-in.ts'
import { roleNames } from '../shell/role-names.ts'
import { useShop } from '../shop.ts'

interface Loaded {
  readonly token: string
  /** Absent where the invitation is over. */
  readonly invitation: Ok<'POST /vitrine/v1/staff/invitations/preview'> | undefined
}

/** The secret stands behind the #, which no server is told. */
export async function loader(): Promise<Loaded> {
  const token = location.hash.slice(1, 101)
  try {
    return { token, invitation: token ? await client.staff.previewInvitation({ token }) : undefined }
  } catch (error) {
    if (error instanceof Refused && error.code === 'INVITATION_OVER') return { token, invitation: undefined }
    throw error
  }
}

/** Where the link of an invitation leads: whoever has it chooses a name and a password, and is in. */
export function Join() {
  const { token, invitation } = useLoaderData<Loaded>()
  const shop = useShop()
  const { further, go, enter } = useWayIn()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<{ readonly field: 'password' | 'all'; readonly says: string }>()
  const [busy, setBusy] = useState(false)

  async function join(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setWrong(undefined)
    try {
      const { email } = await client.staff.acceptInvitation({ token, name, password })
      await enter(email, password)
    } catch (error) {
      setWrong(wrongOf(error))
      setBusy(false)
    }
  }

  if (further)
    return (
      <Door title="Join">
        <SecondStep further={further} onIn={() => go('/')} onAgain={() => go('/sign-in')} />
      </Door>
    )
  if (!invitation)
    return (
      <Door title="Join">
        <h1>This link is over</h1>
        <p className="soft">
          It was used, withdrawn or replaced by a newer one. Ask whoever sent it for another; if you have joined already, sign in.
        </p>
        <p>
          <ButtonLink to="/sign-in" kind="primary">
            Sign in
          </ButtonLink>
        </p>
      </Door>
    )
  const { email, role, invitedBy, expiresDate, secondStep } = invitation
  return (
    <Door title="Join">
      <h1>Accept your invitation</h1>
      <p className="soft">
        {invitedBy ?? shop.name} wants you on the staff, as {roleNames[role]}. You sign in with <b>{email}</b>.
        {secondStep && ' Have your phone at hand: an app that makes codes is set up next.'}
      </p>
      <form className="stack" onSubmit={(event) => void join(event)}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label="Your name"
          name="name"
          required
          maxLength={100}
          autoComplete="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
          ref={focused}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          required
          maxLength={1000}
          autoComplete="new-password"
          hint="Three words that do not go together, or anything long."
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={wrong?.field === 'password' ? wrong.says : undefined}
        />
        {wrong?.field === 'all' && (
          <p className="err" role="alert">
            {wrong.says}
          </p>
        )}
        <Button type="submit" kind="primary" wide disabled={busy || name.trim() === '' || password === ''}>
          Join {shop.name}
        </Button>
      </form>
      <p className="si-foot faint small">The link is good until {fullTime(expiresDate, shop.timeZone)}, and once.</p>
    </Door>
  )
}

function wrongOf(error: unknown): { readonly field: 'password' | 'all'; readonly says: string } {
  if (!(error instanceof Refused)) return { field: 'all', says: 'The shop did not answer. Try again in a moment.' }
  if (error.code === 'PASSWORD_TOO_WEAK') return { field: 'password', says: weakText(error) }
  if (error.code === 'INVITATION_OVER') return { field: 'all', says: 'This invitation was used or withdrawn meanwhile.' }
  if (error.code === 'STAFF_EMAIL_TAKEN') return { field: 'all', says: 'Somebody with your address is on the staff already: sign in.' }
  return { field: 'all', says: error.message }
}
