import { useEffect, useState } from 'react'

const prefix = 'written:'

function read(key: string): string {
  try {
    return sessionStorage.getItem(prefix + key) ?? ''
  } catch {
    return ''
  }
}

/** A text that somebody writes, put back where the page is loaded again before it was sent; of this window alone. */
export function useSavedText(key: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => read(key))
  useEffect(() => {
    try {
      if (text) sessionStorage.setItem(prefix + key, text)
      else sessionStorage.removeItem(prefix + key)
    } catch {
      // A browser that stores nothing has the text as long as the page stands.
    }
  }, [key, text])
  return [text, setText]
}
