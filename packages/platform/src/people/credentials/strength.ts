/**
 * How many guesses a password stands, estimated without any list of leaked ones: it is cut into the pieces that people make passwords of, each
 * piece costs as many guesses as there are of its kind, and the cheapest way to cut it counts. What is set by a person is measured by 10⁸
 * guesses, far more than the pauses between tries let through in years, and much for who has stolen the hashes, each guess at which takes
 * argon2id's time.
 */
const enough = 8
export const shortest = 8
/** What is longer is measured by its beginning. */
const measured = 72

export type Weakness = 'TOO_SHORT' | 'ABOUT_YOU' | 'TOO_COMMON' | 'TOO_EASY'

/** What people take first: not leaked passwords, but the words those are made of. */
const commonWords = new Set(
  `password passwort passwd motdepasse contrasena parola senha qwerty qwertz azerty letmein welcome willkommen bienvenue login admin administrator
  master monkey dragon shadow sunshine princess football baseball superman batman starwars pokemon iloveyou trustno secret geheim hello hallo
  test testing guest changeme default access flower summer sommer winter spring autumn herbst january monday freedom whatever michael jordan
  charlie thomas daniel jessica michelle ashley nicole chelsea liverpool arsenal computer internet google apple samsung shop shopping sunshine
  killer pepper cookie ginger hunter ranger buster soccer hockey harley mustang matrix hannah andrea sandra schatz liebe amour soleil bonjour
  azertyuiop asdfgh asdf qwer zxcvbn yxcvbn qaz wsx pass word love angel baby lovely family sweety money jesus`.split(/\s+/),
)

const keyboardRows = ['qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'qsdfghjklm', 'zxcvbnm', 'yxcvbnm', 'wxcvbn', '1234567890']
const runs = [...keyboardRows, 'abcdefghijklmnopqrstuvwxyz', '0123456789']
const runsBothWays = runs.flatMap((row) => [row, Array.from(row).reverse().join('')])

const unleet: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const plain = (text: string): string =>
  Array.from(text.toLowerCase())
    .map((sign) => unleet[sign] ?? sign)
    .join('')

/** log₁₀ of how many there are of the kind that a single sign is of. */
function signCost(sign: string): number {
  if (/\d/.test(sign)) return 1
  if (/[a-z]/.test(sign)) return Math.log10(26)
  if (/[A-Z]/.test(sign)) return Math.log10(52)
  return sign.codePointAt(0)! < 128 ? Math.log10(33) : 2.5
}

/** A word as people know it has 2.5 bits a letter, as printed text has. */
const wordCost = (length: number): number => Math.max(3.3, length * Math.log10(2 ** 2.5))

const readable = /^(?![^aeiouyäöü]{4})(?=.*[aeiouyäöü])(?:(?![^aeiouyäöü]{4})(?![aeiouyäöü]{4}).)+$/

interface Knowledge {
  readonly personal: readonly string[]
}

/** What a piece costs as one of a kind; undefined where it is of none. */
function unitCost(unit: string, { personal }: Knowledge): number | undefined {
  const lower = unit.toLowerCase()
  const bare = plain(unit)
  const dressed = (unit === lower ? 0 : 0.3) + (bare === lower ? 0 : 0.5)
  if (personal.some((word) => word === lower || word === bare)) return 0.5 + dressed
  if (commonWords.has(lower) || commonWords.has(bare)) return 2.2 + dressed
  if (unit.length >= 3) {
    if (new Set(lower).size === 1) return signCost(unit[0]!) + Math.log10(unit.length)
    if (runsBothWays.some((row) => row.includes(lower))) return 1.5 + Math.log10(unit.length)
    const [, part = ''] = /^(.+?)\1+$/s.exec(lower) ?? []
    if (part.length > 1) return costOf(part, { personal }) + Math.log10(unit.length / part.length)
  }
  if (/^(19|20)\d\d$/.test(unit)) return 2
  if (/^(?:0?[1-9]|[12]\d|3[01])[./-]?(?:0?[1-9]|1[0-2])[./-]?(?:19|20)?\d\d$/.test(unit)) return 4.3
  if (unit.length >= 3 && /^[a-zäöüß]+$/.test(lower) && readable.test(lower)) return wordCost(unit.length) + (unit === lower ? 0 : 0.3)
  return undefined
}

/** log₁₀ of the guesses that a text stands. */
function costOf(text: string, knowledge: Knowledge): number {
  const signs = Array.from(text).slice(0, measured)
  const best = [0]
  for (let end = 1; end <= signs.length; end++) {
    let least = best[end - 1]! + signCost(signs[end - 1]!)
    for (let begin = 0; begin < end; begin++) {
      const unit = unitCost(signs.slice(begin, end).join(''), knowledge)
      if (unit !== undefined && best[begin]! + unit < least) least = best[begin]! + unit
    }
    best.push(least)
  }
  return best[signs.length]!
}

/** The words of somebody's name, address and shop that a guesser would try first. */
function personalWords(about: readonly string[]): readonly string[] {
  const whole = about.map((one) => one.trim().toLowerCase()).filter((one) => one.length >= 3)
  const parts = whole.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u))
  const joined = whole.map((one) => one.replace(/[^\p{L}\p{N}]+/gu, ''))
  return [...new Set([...whole, ...parts, ...joined])].filter((word) => word.length >= 3).slice(0, 40)
}

/**
 * What is wrong with a password for somebody; undefined where it is good. `about`: their address and names, and what the shop is called.
 *
 * @example
 * weaknessOf('slow mornings, 1 cup', ['ada@example.com', 'Morrow']) // undefined
 * weaknessOf('Morrow2026', ['ada@example.com', 'Morrow']) // 'ABOUT_YOU'
 */
export function weaknessOf(password: string, about: readonly string[]): Weakness | undefined {
  if (Array.from(password).length < shortest) return 'TOO_SHORT'
  const personal = personalWords(about)
  if (costOf(password, { personal }) >= enough) return undefined
  if (costOf(password, { personal: [] }) >= enough || personal.includes(plain(password)) || personal.includes(password.toLowerCase()))
    return 'ABOUT_YOU'
  const known = [...commonWords].some((word) => word.length >= 4 && plain(password).includes(word))
  if (personal.some((word) => word.length >= 4 && password.toLowerCase().includes(word))) return 'ABOUT_YOU'
  return known ? 'TOO_COMMON' : 'TOO_EASY'
}
