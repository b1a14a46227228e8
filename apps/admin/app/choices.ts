import { useSyncExternalStore } from 'react'

/** What somebody chose for this device. */
const usual = {
  /** A short sound when an order comes in. */
  sound: false,
  /** Whether single letters do something; those with ⌘ always do. */
  letters: true,
}
export type SettingName = keyof typeof usual

const keyOf = (name: SettingName) => `vitrine-${name}`
const watchers = new Set<() => void>()
/** A private window stores nothing; what was chosen holds until it closes. */
const here = new Map<SettingName, boolean>()

export function settingOf(name: SettingName): boolean {
  try {
    const saved = localStorage.getItem(keyOf(name))
    if (saved !== null) return saved === 'on'
  } catch {}
  return here.get(name) ?? usual[name]
}

export function choose(name: SettingName, on: boolean): void {
  here.set(name, on)
  try {
    localStorage.setItem(keyOf(name), on ? 'on' : 'off')
  } catch {}
  for (const watch of watchers) watch()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  addEventListener('storage', changed)
  return () => {
    watchers.delete(changed)
    removeEventListener('storage', changed)
  }
}

export const useSetting = (name: SettingName): boolean => useSyncExternalStore(watch, () => settingOf(name))
