import { useEffect, useRef, useState } from 'react'

type Words<F extends string> = Readonly<Partial<Record<F, string>>>

/** The one cast: nothing is wrong with no field, whatever the fields are called. */
const nothing = <F extends string>() => ({}) as Words<F>

/** What is wrong with a form: as the server said, and as was seen on leaving a field or before sending. The first wrong field gets the focus. */
export function useWrong<F extends string>(said: Words<F> | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Words<F>>(said ?? nothing<F>())
  const [asked, setAsked] = useState(0)
  const [heard, setHeard] = useState(said)
  if (heard !== said) {
    setHeard(said)
    setWrong(said ?? nothing<F>())
    if (said) setAsked(asked + 1)
  }
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [asked])
  return {
    form,
    wrong,
    /** Whether the form may go. */
    may(found: Words<F>) {
      setWrong(found)
      if (Object.keys(found).length === 0) return true
      setAsked((n) => n + 1)
      return false
    },
    /** What was seen of one field. */
    see(field: F, found: string | undefined) {
      setWrong((now) => {
        const { [field]: _, ...others } = now
        return (found ? { ...others, [field]: found } : others) as Words<F>
      })
    },
  }
}
