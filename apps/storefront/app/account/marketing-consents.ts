import type { MarketingConsent, MarketingConsentKind } from '@vitrine/contract'

/** What a member may be written to about, in the words that stand beside the box: these are stored as proof. */
export interface MarketingChoice {
  kind: MarketingConsentKind
  title: string
  say: (address: string) => string
}

export const marketingChoices: readonly MarketingChoice[] = [
  { kind: 'NEWSLETTER', title: 'When there is something new', say: (address) => `Now and then, to ${address}` },
  { kind: 'OFFERS', title: 'When something costs less', say: () => 'At most once a week' },
]

export const wordsOf = ({ title, say }: MarketingChoice, address: string): string => `${title}. ${say(address)}.`

/** What stands beside the box with which one asks for the first kind while opening an account. */
export const newsletterCopy = 'Write to me when there is something new, now and then'

const places: Readonly<Record<string, string>> = {
  account: 'Your account',
  checkout: 'Checkout',
  email: 'A letter',
  register: 'Registration',
}

/** Where it was said. */
export const placeOf = ({ place }: Pick<MarketingConsent, 'place'>): string => places[place] ?? place
