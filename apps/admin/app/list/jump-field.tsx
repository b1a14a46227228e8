import { useId, useState } from 'react'
import type { Listing } from './listing.ts'

interface JumpFieldProps {
  of: NonNullable<Listing<never>['jump']>
  onAsk: (change: Readonly<Record<string, string | undefined>>) => void
}

/** Where somebody writes how far to go in a list. */
export function JumpField({ of: { hint, means, refused }, onAsk }: JumpFieldProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const go = () => {
    if (text.trim() === '') return
    const change = means(text)
    setRefused(change === undefined)
    if (!change) return
    setText('')
    onAsk(change)
  }
  return (
    <form
      className="jump-f"
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <label className="vh" htmlFor={id}>
        {hint}
      </label>
      <input
        id={id}
        className="input jump"
        placeholder={hint}
        maxLength={40}
        autoComplete="off"
        enterKeyHint="go"
        value={text}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? `${id}-r` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setRefused(false)
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <span id={`${id}-r`} className="err" role="status">
        {isRefused && refused}
      </span>
    </form>
  )
}
