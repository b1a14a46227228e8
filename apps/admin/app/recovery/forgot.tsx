import { attempt, Refused } from '@vitrine/client'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Door } from '../session/door.tsx'
import { focused, pauseText } from '../session/text.ts'

/** For who has forgotten the password: an email leads to another one. */
export function Forgot() {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setWrong(undefined)
    try {
      await askForLink(email.trim())
      setSentTo(email.trim())
    } catch (error) {
      setWrong(wrongOf(error))
    }
    setBusy(false)
  }

  return (
    <Door title="Reset your password">
      <h1>{sentTo ? 'Check your email' : 'Reset your password'}</h1>
      {sentTo ? (
        <p className="soft" role="status">
          If <b>{sentTo}</b> is on the staff, a link has been sent. It works once, for thirty minutes. A shop without a mail server prints
          it where the server runs.
        </p>
      ) : (
        <>
          <p className="soft">We email you a link to choose a new password. Two-step sign-in stays as it is.</p>
          <form className="stack" onSubmit={(event) => void send(event)}>
            <TextField
              label="Email"
              name="email"
              type="email"
              required
              autoComplete="username"
              maxLength={320}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              ref={focused}
              error={wrong}
            />
            <Button type="submit" kind="primary" wide disabled={busy || email.trim() === ''}>
              Send the link
            </Button>
          </form>
        </>
      )}
      <p className="small">
        <Link className="a" to="/sign-in">
          Back to the sign-in
        </Link>
      </p>
    </Door>
  )
}

/** Where the shop asks for a captcha, the browser solves it, and asks once more. */
async function askForLink(email: string): Promise<void> {
  const [refused] = await attempt(client.staffRecovery.sendLink({ email }))
  if (!refused) return
  if (refused.code !== '-19971') throw refused
  const { signIn } = await client.signIn.getSignIn()
  const { solvedCaptcha } = await import('../session/captcha.ts')
  const InvisibleRecaptcha = await solvedCaptcha(signIn.captchaSiteKeys.invisible)
  await client.staffRecovery.sendLink({ email, captchaTokens: [{ InvisibleRecaptcha }] })
}

function wrongOf(error: unknown): string {
  if (!(error instanceof Refused)) return 'The shop does not answer. Nothing was sent; try again in a moment.'
  if (error.code === 'TOO_MANY_REQUESTS') {
    const { retryAfterSeconds = 60 } = (error.data ?? {}) as { readonly retryAfterSeconds?: number }
    return `Too many emails sent. Try again in ${pauseText(retryAfterSeconds)}.`
  }
  return error.code === 'INVALID_ARGUMENT' ? 'This is not an email address.' : error.message
}
