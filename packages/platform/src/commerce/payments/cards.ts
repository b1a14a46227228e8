/** How a sandbox card behaves. */
export type Behaviour =
  | { readonly kind: 'APPROVE' }
  | { readonly kind: 'DECLINE'; readonly reason: string; readonly message: string; readonly retryable: boolean }
  | { readonly kind: 'THREE_D_SECURE' }
  /** The same, and each time it is charged again: nobody pays with it who is not there. */
  | { readonly kind: 'THREE_D_SECURE_EACH_TIME' }
  /** The bank approves, and refuses whenever the card is charged again. */
  | { readonly kind: 'ONCE' }
  /** The bank does not answer and has never heard of the payment afterwards. */
  | { readonly kind: 'TIME_OUT' }
  /** The bank takes it in, and tells the shop by itself some seconds later. */
  | { readonly kind: 'LATE' }
  /** The bank approves at once, and then tells the shop twice more. */
  | { readonly kind: 'TWICE' }
  /** The bank approves at once; some seconds later it takes the money back for its customer. */
  | { readonly kind: 'DISPUTE' }
  /** The same, and soon after that it gives the money again. */
  | { readonly kind: 'DISPUTE_WON' }

const declined = (reason: string, message: string, retryable = false): Behaviour => ({ kind: 'DECLINE', reason, message, retryable })

/** The customary test numbers, and some of our own for what banks do on bad days. No other number is taken: a real card has no place here. */
export const sandboxCards: Readonly<Record<string, Behaviour>> = {
  '4242424242424242': { kind: 'APPROVE' },
  '4000056655665556': { kind: 'APPROVE' },
  '5555555555554444': { kind: 'APPROVE' },
  '2223003122003222': { kind: 'APPROVE' },
  '378282246310005': { kind: 'APPROVE' },
  '6011111111111117': { kind: 'APPROVE' },
  '4000000000000002': declined('CARD_DECLINED', 'The bank declined the card.'),
  '4000000000009995': declined('INSUFFICIENT_FUNDS', 'The card has not enough funds.'),
  '4000000000009987': declined('LOST_CARD', 'The card was reported lost.'),
  '4000000000009979': declined('STOLEN_CARD', 'The card was reported stolen.'),
  '4000000000000069': declined('EXPIRED_CARD', 'The card has expired.'),
  '4000000000000127': declined('INCORRECT_CVC', 'The security code is wrong.', true),
  '4000000000000119': declined('PROCESSING_ERROR', 'The bank could not process the payment.', true),
  '4000000000003220': { kind: 'THREE_D_SECURE' },
  '4000002760003184': { kind: 'THREE_D_SECURE_EACH_TIME' },
  '4000000000000341': { kind: 'ONCE' },
  '4000000000000309': { kind: 'TIME_OUT' },
  '4000000000000408': { kind: 'LATE' },
  '4000000000000507': { kind: 'TWICE' },
  '4000000000000259': { kind: 'DISPUTE' },
  '4000000000002685': { kind: 'DISPUTE_WON' },
}

export function brandOf(number: string): 'VISA' | 'MASTERCARD' | 'AMEX' | 'DISCOVER' | 'OTHER' {
  if (number.startsWith('4')) return 'VISA'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MASTERCARD'
  if (/^3[47]/.test(number)) return 'AMEX'
  return number.startsWith('6') ? 'DISCOVER' : 'OTHER'
}

/** The check digit of a card number (ISO/IEC 7812-1, Luhn). */
export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i])
    const weighed = i % 2 === 1 ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}
