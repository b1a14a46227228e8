import { randomBytes } from 'node:crypto'

/** The part of a link that nobody guesses: 192 bits. */
export const newSecret = (): string => randomBytes(24).toString('base64url')
