import { Refused } from '@vitrine/client'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { refusedText } from './acting.ts'
import { useSay } from './toasts.tsx'
import { unanswered } from './unanswered.ts'

interface Draft {
  readonly save: () => Promise<boolean>
  readonly drop: () => void
}

/** Saves a form's draft (`useDraft`), and says so once the page shows it, or why not. True where it was saved. */
export function useSaveDraft(): { busy: boolean; saveDraft: (draft: Draft, says: string) => Promise<boolean> } {
  const say = useSay()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  async function saveDraft(draft: Draft, says: string): Promise<boolean> {
    setBusy(true)
    try {
      if (!(await draft.save())) return false
      await revalidate()
      draft.drop()
      say({ text: says })
      return true
    } catch (error) {
      say({ text: error instanceof Refused ? refusedText(error) : unanswered, bad: true })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, saveDraft }
}
