import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const soonMs = 1000

/** Reads the page again and again, as long as the shop is at work on something that stands there. */
export function useReadAgain(goesOn: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!goesOn || state !== 'idle') return undefined
    const timer = setTimeout(() => void revalidate(), soonMs)
    return () => clearTimeout(timer)
  }, [goesOn, state, revalidate])
}
