import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { useAskedToSignIn } from './again.ts'
import { type Further, type SignInRefusal, signIn } from './session.ts'
import { focused, refusalTextOf } from './text.ts'

const SecondStep = lazy(() => import('./second-step.tsx').then((part) => ({ default: part.SecondStep })))

/** In front of everything, an open dialog too: whose session is over signs in here, and goes on where they were. */
export function SignInAgain() {
  const asked = useAskedToSignIn()
  return asked && <Question email={asked.email} onIn={asked.done} />
}

function Question({ email, onIn }: { email: string; onIn: () => void }) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<SignInRefusal>()
  const [further, setFurther] = useState<Further>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const said = await signIn(email, password, true)
    setBusy(false)
    if ('next' in said) setFurther(said)
    else if ('reason' in said) setRefused(said)
    else onIn()
  }
  return (
    <dialog
      className="dialog again"
      aria-labelledby="again-title"
      ref={(dialog) => void (dialog && !dialog.open && dialog.showModal())}
      onCancel={(event) => event.preventDefault()}
    >
      {further ? (
        <div className="dlg-b stack">
          <Suspense>
            <SecondStep further={further} onIn={onIn} onAgain={() => setFurther(undefined)} />
          </Suspense>
        </div>
      ) : (
        <form onSubmit={(event) => void send(event)}>
          <div className="dlg-h">
            <div>
              <h2 id="again-title">Sign in again</h2>
              <p>Your session has ended. What you wrote is still here, and goes on as soon as you are signed in.</p>
            </div>
          </div>
          <div className="dlg-b stack">
            <TextField label="Email" type="email" value={email} readOnly autoComplete="username" />
            <TextField
              label="Password"
              type="password"
              required
              autoComplete="current-password"
              maxLength={1000}
              ref={focused}
              value={password}
              error={refused && refusalTextOf(refused, 'The password is not right.')}
              onChange={(event) => {
                setPassword(event.target.value)
                setRefused(undefined)
              }}
            />
          </div>
          <div className="dlg-f">
            <Button type="submit" kind="primary" disabled={busy}>
              Sign in and go on
            </Button>
          </div>
        </form>
      )}
    </dialog>
  )
}
