import { useEffect, useRef } from 'react'
import { useSubmit } from 'react-router'

/** One click in the email was enough, where there is script; without, there is a button. `token` is that of the link, while it is good. */
export function useOneClick(token: string | undefined): void {
  const submit = useSubmit()
  const asked = useRef(false)
  useEffect(() => {
    if (!token || asked.current) return
    asked.current = true
    void submit({ token, intent: 'stop' }, { method: 'post', replace: true })
  }, [token, submit])
}
