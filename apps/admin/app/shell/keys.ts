import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** What a key does, by the key as the keyboard names it; `g o` is `o` soon after `g`. */
export type KeyMap = Readonly<Record<string, () => void>>

const soonMs = 900
let goPressedAt = -soonMs
const named = new WeakMap<KeyboardEvent, string>()

/** What was pressed, by the keys before it too; several listeners ask of the same press. */
function nameOf(event: KeyboardEvent): string {
  const known = named.get(event)
  if (known !== undefined) return known
  const held = event.metaKey || event.ctrlKey
  const name = held ? `⌘${event.key.toLowerCase()}` : event.timeStamp - goPressedAt < soonMs ? `g ${event.key}` : event.key
  goPressedAt = name === 'g' ? event.timeStamp : -soonMs
  named.set(event, name)
  return name
}

const isTyping = (): boolean => {
  const at = document.activeElement
  return (
    at instanceof HTMLElement &&
    (at.isContentEditable || /^(input|textarea|select)$/i.test(at.tagName)) &&
    !(at instanceof HTMLInputElement && at.type === 'checkbox')
  )
}

/** Single keys do something while nobody writes and no dialog is open; those with ⌘ while one writes too. */
export function useKeys(keys: KeyMap): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const held = event.metaKey || event.ctrlKey
      if (!held && (isTyping() || event.altKey)) return
      const act = latest.current[nameOf(event)]
      if (!act) return
      event.preventDefault()
      // What one key changes the next one builds on, however fast it follows.
      flushSync(act)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
