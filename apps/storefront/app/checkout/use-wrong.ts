import { useEffect, useRef, useState } from 'react'

type Words<F extends string> = Readonly<Partial<Record<F, string>>>

/** The one cast: nothing is wrong with no field, whatever the fields are called. */
const nothing = <F extends string>() => ({}) as Words<F>

/** What is wrong with a form: as the server said, and as was seen on leaving a field or before sending. The first wrong field gets the focus. */
export function useWrong<F extends string>(said: Words<F> | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const whenStill = usePressEnd()
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
      whenStill(() =>
        setWrong((now) => {
          const { [field]: _, ...others } = now
          return (found ? { ...others, [field]: found } : others) as Words<F>
        }),
      )
    },
  }
}

/** Words that come or go move what is below them: not while a press is under way, or it would end beside what it began on. */
function usePressEnd() {
  const pressed = useRef(false)
  useEffect(() => {
    const down = () => {
      pressed.current = true
    }
    const up = () => {
      pressed.current = false
    }
    const ends = ['pointerup', 'pointercancel'] as const
    document.addEventListener('pointerdown', down, true)
    for (const end of ends) document.addEventListener(end, up, true)
    return () => {
      document.removeEventListener('pointerdown', down, true)
      for (const end of ends) document.removeEventListener(end, up, true)
    }
  }, [])
  return (work: () => void) => {
    if (pressed.current) document.addEventListener('pointerup', () => setTimeout(work), { once: true })
    else work()
  }
}
