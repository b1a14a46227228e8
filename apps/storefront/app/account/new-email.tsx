import { Button, Field } from '@vitrine/ui'
import { Form, useNavigation } from 'react-router'
import { CodeField } from '../hosted/code-field.tsx'
import { PasswordField } from '../hosted/password-field.tsx'

/** Another address to sign in with. */
export function NewEmail({
  byPassword,
  written,
  wrong,
}: {
  byPassword: boolean
  written: string | undefined
  wrong: Readonly<{ email?: string; emailAgain?: string }> | undefined
}) {
  const busy = useNavigation().formData?.get('intent') === 'email'
  return (
    <Form method="post" className="cancel__form" noValidate preventScrollReset>
      <input type="hidden" name="intent" value="email" />
      <Field
        id="new-email"
        name="email"
        label="The new one"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
        required
        defaultValue={written}
        wrong={wrong?.email}
      />
      {byPassword && <PasswordField id="email-again" label="Your password" autoComplete="current-password" wrong={wrong?.emailAgain} />}
      <p className="soft small">We write six figures there. Until they are told, the old one stays.</p>
      <Button small busy={busy}>
        Send the code
      </Button>
    </Form>
  )
}

/** The code out of the email to the new address. */
export function ProveEmail({ email, wrong }: { email: string; wrong: string | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'email-code'
  return (
    <Form method="post" className="prove" noValidate preventScrollReset>
      <input type="hidden" name="intent" value="email-code" />
      <p>
        If <strong>{email}</strong> is free, six figures went there. They are good for a quarter of an hour.
      </p>
      <CodeField id="email-code" wrong={wrong} />
      <p className="soft small">You are signed out everywhere else then, and we tell your old address.</p>
      <Button small busy={busy}>
        Take this address
      </Button>
    </Form>
  )
}
