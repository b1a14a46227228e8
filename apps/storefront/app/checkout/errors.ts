/** What went wrong while paying, as the page is told. */
export type CheckoutError =
  | { kind: 'declined'; reason: string; at: string }
  | { kind: 'changed'; was: string }
  /** Lines that sold out, or not enough of them are left. */
  | { kind: 'short'; all: boolean; lines: readonly string[] }
  /** What a code, a card or a membership was to do, it does no more: a refusal of the platform. */
  | { kind: 'offer'; refusal: string }
  | { kind: 'empty' | 'delivery-gone' | 'undeliverable' | 'too-slow' | 'closed' | 'silence' | 'way-gone' }
  /** Back from the bank without an answer; `url` opens its page again. */
  | { kind: 'window-closed'; url?: string | undefined }

export const cartIsSaved = 'Nothing was charged, your bag is kept.'

/** Why a bank said no, and whether a field of the card shows it. `saved` says what has become of the rest. */
export function declinedText(
  reason: string,
  saved = cartIsSaved,
): { what: string; why: string; field: 'number' | 'until' | 'code' | undefined; note: string } {
  const no = 'Your bank said no to this card.'
  const note = 'Use another card or ask your bank.'
  switch (reason) {
    case 'INSUFFICIENT_FUNDS':
      return { what: no, why: `There is not enough on it just now. ${saved}`, field: 'number', note }
    case 'EXPIRED_CARD':
      return { what: 'This card has run out.', why: saved, field: 'until', note: 'Look at the date, or use another card.' }
    case 'INCORRECT_CVC':
      return { what: 'The code on the back does not belong to this card.', why: saved, field: 'code', note: 'Write it once more.' }
    case 'PROCESSING_ERROR':
      return { what: 'Your bank could not answer just now.', why: `Usually it works again in a minute. ${saved}`, field: undefined, note }
    case 'AUTHENTICATION_FAILED':
      return { what: 'The payment was not confirmed at your bank.', why: saved, field: undefined, note }
    case 'PROVIDER_UNAVAILABLE':
      return {
        what: 'The page to pay at could not be opened.',
        why: `Usually it works again in a minute. ${saved}`,
        field: undefined,
        note,
      }
    case 'EXPIRED':
    case 'CANCELED':
    case 'VOIDED':
      return { what: 'The payment was given up.', why: saved, field: undefined, note }
    default:
      return {
        what: no,
        why: `It gave no reason; usually the limit is reached or shopping abroad is switched off. ${saved}`,
        field: 'number',
        note,
      }
  }
}
