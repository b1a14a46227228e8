import { type FormEvent, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/field.tsx'
import { CodeField } from '../second-step/code-field.tsx'
import { Pairing } from '../second-step/pairing.tsx'
import { RecoveryCodes } from '../second-step/recovery-codes.tsx'
import { useShop } from '../shop.ts'
import { type Further, goOn } from './session.ts'
import { focused, refusalTextOf } from './text.ts'

interface SecondStepProps {
  further: Further
  /** They are in. */
  onIn: () => void
  /** The sign-in is over: it starts again. */
  onAgain: () => void
}

/** What comes after the password: a code of the app one has, or an app to set up. */
export function SecondStep({ further, onIn, onAgain }: SecondStepProps) {
  const shop = useShop()
  const [code, setCode] = useState('')
  const [remember, setRemember] = useState(false)
  const [lost, setLost] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()

  async function send(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const done = await goOn(further.step, code.trim(), remember)
    setBusy(false)
    if (!('reason' in done)) return done.recoveryCodes.length > 0 ? setCodes(done.recoveryCodes) : onIn()
    setWrong(refusalTextOf(done, 'The code is not right, or was used.'))
    if (done.reason === 'over') setCode('')
  }

  if (codes)
    return (
      <>
        <h1>Keep these</h1>
        <RecoveryCodes codes={codes} shop={shop.name} />
        <Button kind="primary" wide onClick={onIn}>
          I have them, go on
        </Button>
      </>
    )
  const field = (
    <CodeField
      key={String(lost)}
      label={lost ? 'Recovery code' : 'Six digits from the app'}
      letters={lost}
      value={code}
      onChange={(value) => {
        setCode(value)
        setWrong(undefined)
      }}
      error={wrong}
      ref={focused}
    />
  )
  const act = (does: string) => (
    <Button type="submit" kind="primary" wide disabled={busy || code.trim() === ''}>
      {does}
    </Button>
  )
  if (further.next === 'SET_UP')
    return (
      <>
        <h1>Set up your second step</h1>
        <p className="soft">{shop.name} asks for a code of an app beside the password.</p>
        <form onSubmit={(event) => void send(event)}>
          <Pairing secret={further.secret} uri={further.uri}>
            {field}
            {act('Pair and sign in')}
          </Pairing>
        </form>
        <Again onAgain={onAgain} />
      </>
    )
  return (
    <>
      <h1>And the code</h1>
      <form className="stack" onSubmit={(event) => void send(event)}>
        {field}
        {act('Sign in')}
        <div className="row between small">
          <Check checked={remember} onChange={({ target }) => setRemember(target.checked)}>
            No code on this browser for 30 days
          </Check>
        </div>
      </form>
      <p className="row small">
        <button
          type="button"
          className="a"
          onClick={() => {
            setLost(!lost)
            setCode('')
            setWrong(undefined)
          }}
        >
          {lost ? 'Use the app' : 'The phone is not here'}
        </button>
      </p>
      <Again onAgain={onAgain} />
    </>
  )
}

const Again = ({ onAgain }: { onAgain: () => void }) => (
  <p className="si-foot faint small">
    Not you?{' '}
    <button type="button" className="a" onClick={onAgain}>
      Start again
    </button>
  </p>
)
