import { Field } from '@vitrine/ui'
import { checkEmail } from '../checkout/address.ts'

export interface EmailFieldProps {
  /** What is wrong with it, and who hears what is seen on leaving it. */
  of: {
    readonly wrong: Readonly<{ email?: string }>
    readonly see: (field: 'email', found: string | undefined) => void
  }
  defaultValue?: string | undefined
  autoComplete?: 'username' | 'username webauthn' | 'email'
  /** What stands in it, once it is left. */
  onLeft?: (email: string) => void
}

/** The address that an account is under, or is to be. */
export function EmailField({ of: { wrong, see }, defaultValue, autoComplete = 'username', onLeft }: EmailFieldProps) {
  return (
    <Field
      id="email"
      name="email"
      label="E-mail"
      type="email"
      defaultValue={defaultValue}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={320}
      required
      wrong={wrong.email}
      onBlur={({ currentTarget: { value } }) => {
        onLeft?.(value)
        if (value) see('email', checkEmail(value))
      }}
    />
  )
}

/** What is wrong with the address in a form. */
export function checkWrittenEmail(written: FormData): { email?: string } {
  const wrong = checkEmail(String(written.get('email') ?? ''))
  return wrong ? { email: wrong } : {}
}
