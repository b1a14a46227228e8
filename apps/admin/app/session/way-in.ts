import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Further, signIn, signOut } from './session.ts'

export interface WayIn {
  /** What is asked for besides the password, once it is. */
  readonly further: Further | undefined
  readonly go: (to: string) => void
  /** Signs in with a password that was chosen a moment ago. */
  readonly enter: (email: string, password: string) => Promise<void>
}

/** The way in for who has just chosen a password by the link of an email. */
export function useWayIn(): WayIn {
  const navigate = useNavigate()
  const [further, setFurther] = useState<Further>()
  const go = (to: string) => void navigate(to, { replace: true })
  return {
    further,
    go,
    async enter(email, password) {
      // Somebody else may be signed in on this machine.
      await signOut()
      const done = await signIn(email, password, true)
      if ('next' in done) setFurther(done)
      else go('reason' in done ? '/sign-in' : '/')
    },
  }
}
