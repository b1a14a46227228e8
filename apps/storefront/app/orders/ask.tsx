import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

/** One thing that is asked of an order; who asks is said by the e-mail beside it. */
export function Ask({ intent, email, children, ...more }: { intent: string; email: string; children: ReactNode; className?: string }) {
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
