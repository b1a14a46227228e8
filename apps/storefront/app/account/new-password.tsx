import { Button } from '@vitrine/ui'
import { Form, useNavigation } from 'react-router'
import { PasswordField } from '../hosted/password-field.tsx'

export function NewPassword({
  set,
  known,
  wrong,
}: {
  set: boolean
  known: readonly string[]
  wrong: Readonly<{ old?: string; fresh?: string }> | undefined
}) {
  const busy = useNavigation().formData?.get('intent') === 'password'
  return (
    <Form method="post" className="cancel__form" preventScrollReset>
      <input type="hidden" name="intent" value="password" />
      {set && <PasswordField id="old" name="old" label="The one you have" autoComplete="current-password" wrong={wrong?.old} />}
      <PasswordField id="fresh" name="fresh" label="A new one" autoComplete="new-password" measured={{ known }} wrong={wrong?.fresh} />
      <p className="soft small">You are signed out everywhere else then.</p>
      <Button small busy={busy}>
        {set ? 'Change it' : 'Keep it'}
      </Button>
    </Form>
  )
}
