import { Refused } from '@vitrine/client'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useSay } from './toasts.tsx'
import { unanswered } from './unanswered.ts'
import { useCommitted } from './use-committed.ts'

/** What was done, in words, and how it is taken back. */
export type ActResult =
  | string
  | { readonly says: string; readonly undo?: () => void; readonly more?: { readonly name: string; readonly run: () => void } }
  | undefined

const common: Readonly<Record<string, string>> = {
  PERMISSION_DENIED: 'Your role may not do this.',
  STALE_REVISION: 'Somebody else changed this meanwhile. What they saved stands here now; do yours again.',
}

/** What the platform has against one field: some of it is a sentence, some goes on from the field's name. */
export const faultText = (description: string): string => (/^[A-Z]/.test(description) ? `${description}.` : `It ${description}.`)

/** What a refusal says to people; `words` are those of the page, by code. */
export const refusedText = ({ code, message }: Refused, words: Readonly<Record<string, string>> = {}): string =>
  words[code] ?? common[code] ?? `${message} (${code})`

/**
 * Does things that may be refused: says what came of them, and reads the page again. True where it was done; by then
 * the page shows it.
 *
 * @example
 * const { act, busy } = useAct()
 * await act(async () => { await client.x.y(); return 'Done.' })
 */
export function useAct(words?: Readonly<Record<string, string>>): {
  act: (work: () => Promise<ActResult>) => Promise<boolean>
  busy: boolean
} {
  const say = useSay()
  const { revalidate } = useRevalidator()
  const committed = useCommitted()
  const [busy, setBusy] = useState(false)
  async function act(work: () => Promise<ActResult>): Promise<boolean> {
    setBusy(true)
    let answered = true
    try {
      const done = await work()
      const { says, undo, more } = typeof done === 'string' ? { says: done } : (done ?? {})
      if (says) say({ text: says, ...(undo && { undo }), ...(more && { more }) })
      return true
    } catch (error) {
      if (!(error instanceof Refused)) {
        answered = false
        say({ text: unanswered, bad: true })
        return false
      }
      say({ text: refusedText(error, words), bad: true })
      return false
    } finally {
      // A page that cannot be read again would take along what is written on it.
      if (answered) {
        await revalidate()
        await committed()
      }
      setBusy(false)
    }
  }
  return { act, busy }
}
