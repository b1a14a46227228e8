import { Refused } from '@vitrine/client'
import { refusedText } from '../parts/acting.ts'
import { weakText } from '../second-step/weak-text.ts'
import { refusals } from '../staff/text.tsx'

/** Why something of one's own was refused: which field it is about, and what to say there. */
export function wrongOf(error: unknown): { readonly field: 'password' | 'new' | 'code' | 'all'; readonly says: string } {
  if (!(error instanceof Refused)) return { field: 'all', says: 'The shop did not answer. Look whether it was done before you try again.' }
  const { code, data } = error
  if (code === '-19976') {
    const left = (data as { readonly triesLeft: number }).triesLeft
    return {
      field: 'password',
      says: `That is not your password. ${left === 0 ? 'Now there is a pause of one minute.' : `${left === 1 ? 'One more try' : `${left} more tries`}, then a pause.`}`,
    }
  }
  if (code === 'TOO_MANY_REQUESTS') return { field: 'all', says: 'Too many tries. Wait a minute.' }
  if (code === 'PASSWORD_TOO_WEAK') return { field: 'new', says: weakText(error) }
  if (code === 'VERIFICATION_FAILED') return { field: 'code', says: 'The code is not right. The app shows a new one every half minute.' }
  if (code === 'SIGN_IN_OVER') return { field: 'all', says: 'That took too long. Close this and start again.' }
  return { field: 'all', says: refusedText(error, refusals) }
}
