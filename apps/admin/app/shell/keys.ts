import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** What a key does, by the key as the keyboard names it; `g o` is `o` soon after `g`. */
export type KeyMap = Readonly<Record<string, () => void>>

const soonMs = 900
let goPressedAt = 0

const isTyping = (): boolean => {
  const at = document.activeElement
  return (
    at instanceof HTMLElement &&
    (at.isContentEditable || /^(input|textarea|select)$/i.test(at.tagName)) &&
    !(at instanceof HTMLInputElement && at.type === 'checkbox')
  )
}

/** Single keys do something while nobody writes and no dialog is open. */
export function useKeys(keys: KeyMap): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const held = event.metaKey || event.ctrlKey
      if (held ? event.key.toLowerCase() !== 'k' : isTyping() || event.altKey) return
      const name = held ? `⌘${event.key.toLowerCase()}` : event.timeStamp - goPressedAt < soonMs ? `g ${event.key}` : event.key
      const act = latest.current[name]
      if (event.key === 'g' && !held) goPressedAt = event.timeStamp
      if (!act) return
      event.preventDefault()
      // What one key changes the next one builds on, however fast it follows.
      flushSync(act)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
