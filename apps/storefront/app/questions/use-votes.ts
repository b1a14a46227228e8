import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { Voted } from './questions.ts'

/** What is said of answers in this visit. One form takes all of it: each answer has its button there. */
export function useVotes(before: readonly string[]) {
  const { Form, data, formData } = useFetcher<Voted>()
  const [said, setSaid] = useState<Readonly<Record<string, Voted>>>({})
  if (data?.answer !== undefined && said[data.answer] !== data) setSaid({ ...said, [data.answer]: data })
  const wanted = formData?.get('helpful') ?? formData?.get('unhelpful')
  return {
    Form,
    form: 'votes',
    of(id: string, helpful: number) {
      const known = said[id]
      const was = known?.helpful ?? before.includes(id)
      const isHelpful = wanted === id ? formData?.has('helpful') === true : was
      const count = known?.count ?? helpful
      return { isHelpful, count: count + (isHelpful === was ? 0 : isHelpful ? 1 : -1), not: known?.not }
    },
  }
}

export type Votes = Pick<ReturnType<typeof useVotes>, 'form' | 'of'>
