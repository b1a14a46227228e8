import { type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'

interface Question {
  readonly says: readonly string[]
  readonly title: string
  readonly settle: (yes: boolean) => void
}

/** Tells what follows from what is about to be saved; where nothing does, nobody is asked. */
export function useConsequences(): {
  readonly accepted: (says: readonly string[], title?: string) => Promise<boolean>
  readonly dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question>()
  async function accepted(says: readonly string[], title = 'Save this?'): Promise<boolean> {
    if (says.length === 0) return true
    const yes = await new Promise<boolean>((settle) => setQuestion({ says, title, settle }))
    setQuestion(undefined)
    return yes
  }
  return {
    accepted,
    dialog: question && (
      <Dialog title={question.title} does="Save" busy={false} onDo={() => question.settle(true)} onClose={() => question.settle(false)}>
        <ul className="plain stack-s">
          {question.says.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Dialog>
    ),
  }
}
