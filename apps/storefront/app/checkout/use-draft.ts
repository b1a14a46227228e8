import { type RefObject, useEffect, useRef } from 'react'

const keyOf = (checkoutId: string) => `checkout:${checkoutId}`

function read(checkoutId: string): readonly (readonly [name: string, value: string])[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(checkoutId)) ?? '[]')
    return Array.isArray(found) ? (found as [string, string][]) : []
  } catch {
    return []
  }
}

function write(checkoutId: string, form: HTMLFormElement): void {
  const written = [...new FormData(form)].filter(([name, value]) => name !== 'intent' && typeof value === 'string')
  // What is not ticked is in no form; it is written down as well.
  const unticked = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:checked)')].map(({ name }) => [name, ''])
  try {
    sessionStorage.setItem(keyOf(checkoutId), JSON.stringify([...written, ...unticked]))
  } catch {
    // A browser that stores nothing: then a reload empties the form, as it would without script.
  }
}

/** What was written is with the shop: nothing of it stays in the browser. */
export function forgetDraft(checkoutId: string): void {
  try {
    sessionStorage.removeItem(keyOf(checkoutId))
  } catch {
    // There is none.
  }
}

const valueOf = (prototype: object) => Object.getOwnPropertyDescriptor(prototype, 'value')?.set
const setters = () => [
  [HTMLInputElement, valueOf(HTMLInputElement.prototype)] as const,
  [HTMLTextAreaElement, valueOf(HTMLTextAreaElement.prototype)] as const,
  [HTMLSelectElement, valueOf(HTMLSelectElement.prototype)] as const,
]

/** As if it were typed or ticked, so that the form hears of it. */
function put(form: HTMLFormElement, name: string, value: string): void {
  const all = [...form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)]
  const [first] = all
  if (!first) return
  if (first.type === 'radio') {
    all.find((radio) => radio.value === value && !radio.checked)?.click()
    return
  }
  if (first.type === 'checkbox') {
    if (first.checked !== (value !== '')) first.click()
    return
  }
  if (first.value === value) return
  const [, set] = setters().find(([kind]) => first instanceof kind) ?? []
  set?.call(first, value)
  first.dispatchEvent(new Event(first instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * What was typed into a step of the checkout outlives a reload and the way to the sign-in and back, in this tab: it is put back before anybody
 * sees the form without it. `skip` where the server has just said what was written.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, checkoutId: string, skip: boolean): void {
  const first = useRef(!skip)
  useEffect(() => {
    const { current } = form
    if (!current) return
    if (first.current) {
      const draft = read(checkoutId)
      // The country first: it says which fields there are.
      for (const [name, value] of draft) if (name.endsWith('country')) put(current, name, value)
      queueMicrotask(() => {
        for (const [name, value] of draft) if (!name.endsWith('country')) put(current, name, value)
      })
    }
    first.current = false
    const save = () => write(checkoutId, current)
    current.addEventListener('input', save)
    current.addEventListener('change', save)
    return () => {
      current.removeEventListener('input', save)
      current.removeEventListener('change', save)
    }
  }, [form, checkoutId])
}
