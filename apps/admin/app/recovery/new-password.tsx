import { Refused } from '@vitrine/client'
import { type FormEvent, useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { weakText } from '../second-step/weak-text.ts'
import { Door } from '../session/door.tsx'
import { SecondStep } from '../session/second-step.tsx'
import { focused } from '../session/text.ts'
import { useWayIn } from '../session/way-in.ts'

/** The secret stands behind the #, which no server is told. */
export const loader = (): { readonly token: string } => ({ token: location.hash.slice(1, 2001) })

/** Where the link of the email leads: whoever has it chooses another password, and is in. */
export function NewPassword() {
  const { token } = useLoaderData<typeof loader>()
  const { further, go, enter } = useWayIn()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(token === '')

  async function keep(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setWrong(undefined)
    try {
      const { email } = await client.staffRecovery.resetPassword({ token, password })
      await enter(email, password)
    } catch (error) {
      if (error instanceof Refused && error.code === 'RECOVERY_TOKEN_OVER') setOver(true)
      else setWrong(wrongOf(error))
      setBusy(false)
    }
  }

  if (further)
    return (
      <Door title="Reset your password">
        <SecondStep further={further} onIn={() => go('/')} onAgain={() => go('/sign-in')} />
      </Door>
    )
  if (over)
    return (
      <Door title="Reset your password">
        <h1>This link is over</h1>
        <p className="soft">It was used, or is older than thirty minutes. Nothing has changed.</p>
        <p>
          <ButtonLink to="/forgot" kind="primary">
            Send another one
          </ButtonLink>
        </p>
      </Door>
    )
  return (
    <Door title="Reset your password">
      <h1>Reset your password</h1>
      <p className="soft">You are signed out everywhere else with it.</p>
      <form className="stack" onSubmit={(event) => void keep(event)}>
        <TextField
          label="New password"
          name="password"
          type="password"
          required
          maxLength={1000}
          autoComplete="new-password"
          hint="Three words that do not go together, or anything long."
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          ref={focused}
          error={wrong}
        />
        <Button type="submit" kind="primary" wide disabled={busy || password === ''}>
          Keep it
        </Button>
      </form>
    </Door>
  )
}

function wrongOf(error: unknown): string {
  if (!(error instanceof Refused)) return 'The shop did not answer. Try again in a moment.'
  return error.code === 'PASSWORD_TOO_WEAK' ? weakText(error) : error.message
}
