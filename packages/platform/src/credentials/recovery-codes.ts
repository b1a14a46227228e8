import { randomInt } from 'node:crypto'
import { hashOf } from './secrets.ts'

/** No letter that looks like a digit, and no vowel that makes a word. */
const letters = '23456789BCDFGHJKMNPQRSTVWXYZ'
const howMany = 10

/** Ten letters and digits, 48 bits. */
function newRecoveryCode(): string {
  const code = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** What is kept of somebody's recovery code: the same however it is typed, and of nobody else's. */
export const recoveryHash = (owner: string, code: string): Buffer =>
  hashOf(`${owner}:${code.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()}`)

/** Ten codes for a lost device, each good once, and what is kept of them. */
export function newRecoveryCodes(owner: string): { readonly codes: string[]; readonly hashes: readonly Buffer[] } {
  const codes = Array.from({ length: howMany }, newRecoveryCode)
  return { codes, hashes: codes.map((code) => recoveryHash(owner, code)) }
}
