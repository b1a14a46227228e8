import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import { wrongOf } from './text.ts'

/** Another password, with the one of now. */
export function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const say = useSay()
  const { revalidate } = useRevalidator()
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  const [wrong, setWrong] = useState<ReturnType<typeof wrongOf>>()
  const [busy, setBusy] = useState(false)
  async function change() {
    setBusy(true)
    try {
      await client.staffAccount.changePassword({ oldPassword: old, newPassword: next })
      say({ text: 'Your password is a new one. You are signed out everywhere else.' })
      onClose()
      void revalidate()
    } catch (error) {
      setWrong(wrongOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Change your password"
      about="You stay signed in here, and nowhere else."
      does="Change the password"
      busy={busy}
      disabled={old === '' || next === ''}
      onDo={() => void change()}
      onClose={onClose}
    >
      <div className="stack">
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextField
          label="Password of now"
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          value={old}
          onChange={({ target }) => {
            setOld(target.value)
            setWrong(undefined)
          }}
          error={wrong?.field === 'password' ? wrong.says : undefined}
          data-first=""
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          maxLength={1000}
          hint="Three words that do not go together, or anything long."
          value={next}
          onChange={({ target }) => {
            setNext(target.value)
            setWrong(undefined)
          }}
          error={wrong?.field === 'new' ? wrong.says : undefined}
        />
        {wrong?.field === 'all' && (
          <p className="err" role="alert">
            {wrong.says}
          </p>
        )}
      </div>
    </Dialog>
  )
}
