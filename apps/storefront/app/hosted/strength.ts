/** How well a password would stand guessing. A help while one writes; the platform decides what it takes. */
export interface Strength {
  steps: 0 | 1 | 2 | 3 | 4
  words: string
}

const shortest = 10

/** How many letters are missing, so that it can be a password at all. */
export const missingOf = (password: string): number => Math.max(0, shortest - Array.from(password).length)

/** What is tried first. */
const usual =
  /passwor[dt]|p[a4]ssw[o0]rd|qwert[yz]?(?:uiop)?|asdf(?:gh(?:jkl)?)?|yxcvbn?m?|zxcvbn?m?|letmein|welcome|iloveyou|monkey|dragon|football|baseball|master|sunshine|princess|admin|login|hello|hallo|abc123|secret|summer|winter|schatz|19\d\d|20\d\d/g

const [easy, fair, good] = [30, 42, 58]

/** `known`: what anybody who knows its owner would try: name, address, the shop. */
export function strengthOf(password: string, known: readonly string[] = []): Strength {
  if (!password) return { steps: 0, words: 'Ten letters or more. A short sentence is best.' }
  const missing = missingOf(password)
  if (missing > 0) return { steps: 1, words: missing === 1 ? 'One letter more.' : `${missing} letters more.` }
  const bits = bitsOf(password, known)
  if (bits < easy) return { steps: 1, words: 'Easy to guess. Another word makes it better.' }
  if (bits < fair) return { steps: 2, words: 'Fair. Another word makes it better.' }
  if (bits < good) return { steps: 3, words: 'Good. Would take years to guess.' }
  return { steps: 4, words: 'Strong. Would take centuries to guess.' }
}

/** Words, years, rows of keys and what is known of the owner count as one sign each, and so does a run of the same or of neighbours. */
function bitsOf(password: string, known: readonly string[]): number {
  let rest = password
  for (const word of known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
    if (word.length > 2) rest = rest.replace(new RegExp(word.replace(/[^\p{L}\p{N}]/gu, ''), 'giu'), '\u0001')
  rest = rest.replace(new RegExp(usual, 'gi'), '\u0001')
  let [bits, before, run] = [0, Number.NaN, Number.NaN]
  for (const sign of rest) {
    const code = sign.toLowerCase().codePointAt(0)!
    const step = code - before
    // The third of a run tells nothing that the first two did not.
    bits += step === run && Math.abs(step) <= 1 ? 0.3 : weightOf(sign)
    ;[before, run] = [code, step]
  }
  // Few signs over and over are few signs.
  return bits * Math.min(1, 0.25 + new Set(rest).size / 12)
}

function weightOf(sign: string): number {
  if (sign === '\u0001') return 6
  if (/\p{Ll}/u.test(sign)) return 2.8
  if (/\p{N}/u.test(sign)) return 3.3
  if (/\p{Lu}/u.test(sign)) return 4.4
  return 5
}
