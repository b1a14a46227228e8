/** What the page of a product knows of who looks at it: their address, and for what of it they wait. */
export interface AlertsView {
  email: string | undefined
  waits: readonly {
    /** `Clay, Large, 360 ml`; an empty text for a product without any. */
    choices: string
    /** Of the alert. */
    id: string
  }[]
}

/** What became of asking for an email. */
export interface AskedAlert {
  state: 'ASKED' | 'WAITS' | 'CLOSED' | 'GONE' | 'LATER' | 'NO_ADDRESS'
  email: string
  /** Of the alert, where there is one of this browser or member. */
  id?: string | undefined
  name: string
  choices: string
  slug: string
  imageId?: string | undefined
}

/** What became of asking, or of no longer waiting. */
export type SaidAlert = AskedAlert | ({ readonly state: 'OFF' } & Pick<AskedAlert, 'name' | 'choices' | 'slug' | 'imageId'>)

/** Where one asks to be told when something costs less, of these choices. */
export const priceAlertAt = (slug: string, choices: Readonly<Record<string, string>> = {}): string =>
  `/price-alert?${new URLSearchParams({ ...choices, of: slug })}`

/** Why nobody will be told, in a sentence. */
export const refusedAlert: Readonly<Record<Exclude<AskedAlert['state'], 'ASKED' | 'WAITS'>, string>> = {
  CLOSED: 'This shop takes no requests for emails just now.',
  GONE: 'There is no such thing to wait for any more.',
  LATER: 'Too many requests came from here. Try again in a while.',
  NO_ADDRESS: 'Write your address as in ada@example.com.',
}
