import { useState } from 'react'
import { TextField } from '../parts/field.tsx'

interface SaidProps {
  label: string
  value: string
  hint?: string | undefined
  error?: string | undefined
  placeholder?: string
  type?: 'text' | 'email'
  mono?: boolean
  /** What it has to look like, and what is said where it does not. */
  pattern?: RegExp
  wrong?: string
  onSay: (value: string) => void
}

/** A field that counts when one leaves it, or presses ↵. */
export function Said({ value, error, pattern, wrong, onSay, ...rest }: SaidProps) {
  const [held, setHeld] = useState(value)
  const [text, setText] = useState(value)
  const [isWrong, setWrong] = useState(false)
  if (held !== value) {
    setHeld(value)
    setText(value)
    setWrong(false)
  }
  const say = () => {
    const said = text.trim()
    const bad = pattern !== undefined && said !== '' && !pattern.test(said)
    setWrong(bad)
    if (!bad && said !== value) onSay(said)
  }
  return (
    <TextField
      {...rest}
      value={text}
      error={isWrong ? wrong : error}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => setText(target.value)}
      onBlur={say}
      onKeyDown={(event) => event.key === 'Enter' && say()}
    />
  )
}
