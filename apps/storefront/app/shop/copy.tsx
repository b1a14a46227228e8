import { useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** Takes a text along; only where there is a script that can. */
export function Copy({ text, what = 'Copy' }: { text: string; what?: string }) {
  const can = useHydrated() && 'clipboard' in navigator
  const [done, setDone] = useState(false)
  if (!can) return null
  return (
    <button
      type="button"
      className="text-button small"
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => setDone(true))
      }}
    >
      <span aria-live="polite">{done ? 'Copied' : what}</span>
    </button>
  )
}
