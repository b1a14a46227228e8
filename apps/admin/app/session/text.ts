import type { SignInRefusal } from './session.ts'

/** Why somebody did not get in; `wrong` says what of theirs was not right. */
export function refusalTextOf(refused: SignInRefusal, wrong: string): string {
  switch (refused.reason) {
    case 'wrong':
      return wrong
    case 'captcha':
      return 'There were many tries, and this browser could not show that it is no program. Open the page under https, and try again.'
    case 'paused':
      return `Too many tries. The next one is heard in ${pauseText(refused.seconds)}.`
    case 'over':
      return 'That took too long, or was done already. Start again.'
    case 'unreachable':
      return 'The shop does not answer. Nothing was sent; try again in a moment.'
  }
}

export const pauseText = (seconds: number): string => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`)

/** It is what one came for. */
export const focused = (field: HTMLInputElement | null) => field?.focus()
