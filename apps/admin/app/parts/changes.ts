import type { Change } from './unsaved.tsx'

/** How a value stands in words; what no words can say is only named. */
function said(value: unknown): string | undefined {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return undefined
}

/** Whether two values say the same, whatever the order of their fields. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].every((name) => isSame(left[name], right[name]))
}

/**
 * What of a form differs from what is saved, by the names that people know it under.
 *
 * @example
 * changesOf({ title: 'Mug', price: '26' }, { title: 'Cup', price: '26' }, { title: 'Title', price: 'Price' })
 * // [{ name: 'Title', was: 'Mug', now: 'Cup' }]
 */
export function changesOf<T extends object>(saved: T, now: T, names: { readonly [K in keyof T]?: string }): readonly Change[] {
  return (Object.keys(names) as (keyof T)[]).flatMap((key): readonly Change[] => {
    if (isSame(saved[key], now[key])) return []
    const [was, will] = [said(saved[key]), said(now[key])]
    return [{ name: names[key]!, ...(was !== undefined && will !== undefined && { was, now: will }) }]
  })
}
