import type { LetterConsent, MemberLetters } from '@vitrine/contract'

/** What a member may be written to about, in the words that stand beside the box: these are kept as the proof. */
export interface LetterKind {
  kind: MemberLetters
  title: string
  say: (address: string) => string
}

export const letterKinds: readonly LetterKind[] = [
  { kind: 'NEWSLETTER', title: 'When there is something new', say: (address) => `Now and then, to ${address}` },
  { kind: 'OFFERS', title: 'When something costs less', say: () => 'At most once a week' },
]

export const wordsOf = ({ title, say }: LetterKind, address: string): string => `${title}. ${say(address)}.`

/** What stands beside the box with which one asks for the first kind while opening an account. */
export const lettersFromNow = 'Write to me when there is something new, now and then'

const places: Readonly<Record<string, string>> = {
  account: 'Your account',
  checkout: 'Checkout',
  letter: 'A letter',
  register: 'Registration',
}

/** Where it was said. */
export const placeOf = ({ place }: Pick<LetterConsent, 'place'>): string => places[place] ?? place
