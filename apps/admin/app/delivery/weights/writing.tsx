import { useEffect, useRef } from 'react'

interface WritingProps {
  label: string
  value: string
  onChange: (value: string) => void
  onEnd: (text: string | undefined, rowBy: number, columnBy: number) => void
}

/** The field in a cell while one writes in it. */
export function Writing({ label, value, onChange, onEnd }: WritingProps) {
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => input.current?.focus(), [])
  const finish = (text: string | undefined, rowBy = 0, columnBy = 0) => {
    if (ended.current) return
    ended.current = true
    onEnd(text, rowBy, columnBy)
  }
  return (
    <input
      ref={input}
      className="ce"
      aria-label={label}
      inputMode="decimal"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => finish(value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') finish(undefined)
        else if (event.key === 'Enter') finish(value, event.shiftKey ? -1 : 1)
        else if (event.key === 'Tab') finish(value, 0, event.shiftKey ? -1 : 1)
        else return
        event.preventDefault()
      }}
    />
  )
}
