import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { settingOf } from '../choices.ts'
import { isSomethingInFront } from '../parts/in-front.ts'

/** A key with words: the key sheet lists it, and the palette offers it. */
export interface NamedKey {
  /** A verb, and what it is done to: `Fulfil 2 items`. */
  readonly says: string
  readonly run: () => void
  /** It only moves about, or opens something to look at: the sheet lists it, the palette leaves it out. */
  readonly moves?: boolean
}

/** What a key does, by the key as the keyboard names it; `g o` is `o` soon after `g`, `⌘s` is held with ⌘ or Ctrl. */
export type KeyMap = Readonly<Record<string, (() => void) | NamedKey>>

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

/** ↵ and space are first of all those of the button or link that has the focus. */
function isItsOwn({ key }: KeyboardEvent): boolean {
  const at = document.activeElement
  if (key === 'Enter') return at?.matches('a[href], button, summary') === true
  return key === ' ' && at?.matches('button, summary, input') === true
}

/** Somebody who speaks to the machine would press letters by chance, so they can be switched off (WCAG 2.1.4). */
const isOff = ({ key }: KeyboardEvent): boolean => key.length === 1 && key !== ' ' && !settingOf('letters')

interface Heard {
  readonly keys: KeyMap
  readonly section: string
}

/** The keys of all that is on the page, in the order in which it came. */
const heard = new Set<{ current: Heard }>()

export interface Listed extends NamedKey {
  readonly key: string
  readonly section: string
}

/** The keys that do something now and have words. */
export const listedKeys = (): readonly Listed[] =>
  [...heard].flatMap(({ current: { keys, section } }) =>
    Object.entries(keys).flatMap(([key, act]) => (typeof act === 'function' ? [] : [{ ...act, key, section }])),
  )

/** Single keys do something while nobody writes and no dialog is open; those with ⌘ while one writes too. `section` is their place in the sheet. */
export function useKeys(keys: KeyMap, section = 'This page'): void {
  const latest = useRef<Heard>({ keys, section })
  useLayoutEffect(() => {
    latest.current = { keys, section }
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isSomethingInFront()) return
      const held = event.metaKey || event.ctrlKey
      if (!held && (isTyping() || event.altKey || isOff(event) || isItsOwn(event))) return
      const act = latest.current.keys[nameOf(event)]
      if (!act) return
      event.preventDefault()
      // What one key changes the next one builds on, however fast it follows.
      flushSync(typeof act === 'function' ? act : act.run)
    }
    heard.add(latest)
    addEventListener('keydown', hear)
    return () => {
      heard.delete(latest)
      removeEventListener('keydown', hear)
    }
  }, [])
}

const names: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Enter: '↵',
  enter: '↵',
  ' ': '␣',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** A key as it stands on a keyboard, each of those pressed by itself: `['⌘', 'S']`, `['G', 'O']`. */
export function capsOf(key: string): readonly string[] {
  if (key.startsWith('⌘') && key.length > 1) return ['⌘', ...capsOf(key.slice(1))]
  if (key.startsWith('g ')) return ['G', ...capsOf(key.slice(2))]
  if (names[key]) return [names[key]]
  return /^[A-Z]$/.test(key) ? ['⇧', key] : [key.length === 1 ? key.toUpperCase() : key]
}
