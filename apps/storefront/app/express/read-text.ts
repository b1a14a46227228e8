/** A field of the wallet's sheet as text that can be sent on: cut between two halves of a character, it is still text. */
export const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 300).toWellFormed() : '')
