import type { FormEvent, ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

interface AskProps {
  intent: string
  email: string | undefined
  children: ReactNode
  className?: string
  /** Another page than this, where it is answered. */
  action?: string
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
}

/** One thing that is asked of an order; the email beside it says who asks. */
export function Ask({ intent, email, children, ...more }: AskProps) {
  return (
    <Form method="post" {...more} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {email && <input type="hidden" name="email" value={email} />}
      {children}
    </Form>
  )
}

export const useBusy = (intent: string) => {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('intent') === intent
}
