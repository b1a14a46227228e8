/** A card that is saved for the member. */
export interface SavedCard {
  id: string
  /** `Visa ending 4242` */
  name: string
  /** `09 / 29`, where it is known. */
  until?: string | undefined
  /** Its month is over. */
  over: boolean
  /** It is offered before the others. */
  first: boolean
  /** Who stores it. */
  provider: string
  /** When the member agreed that it is saved for other orders, and to what; without it, it is saved for the agreed charges alone. */
  agreement?: { date: string; text: string } | undefined
}
