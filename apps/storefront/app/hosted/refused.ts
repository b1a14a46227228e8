import { many, spelled } from '../shop/text.ts'

/** What a refusal carries. */
interface Carrying {
  readonly data: unknown
  readonly retryAfterMs?: number | undefined
}

const found = ({ data }: Carrying, name: string): unknown =>
  typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>)[name] : undefined

const numberIn = (refused: Carrying, name: string) => {
  const number = found(refused, name)
  return typeof number === 'number' ? number : undefined
}

export const triesLeftOf = (refused: Carrying): number | undefined => numberIn(refused, 'triesLeft')

/** For how many seconds the platform does not listen. */
export const waitOf = (refused: Carrying): number =>
  numberIn(refused, 'retryAfterSeconds') ?? Math.ceil((refused.retryAfterMs ?? 60_000) / 1000)

export const reasonOf = (refused: Carrying): string | undefined => {
  const reason = found(refused, 'reason')
  return typeof reason === 'string' ? reason : undefined
}

/** What is said where the platform does not let somebody in: the same for addresses that it knows and those it does not. */
export function wrongPassword(triesLeft: number | undefined): string {
  const why = 'E-mail and password do not belong together.'
  if (triesLeft === undefined) return why
  if (triesLeft <= 0) return `${why} The next try takes a box to tick as well.`
  return `${why} After ${many(triesLeft, 'more try', 'more tries')} there is a box to tick as well.`
}

export function pauseFor(seconds: number): string {
  const words = seconds < 90 ? `${seconds === 1 ? 'a second' : `${seconds} seconds`}` : `${spelled(Math.ceil(seconds / 60))} minutes`
  return `That was often. We listen again in ${words}; nothing is lost.`
}

export const wrongCode = 'This code does not fit. The newest letter has the one that does.'
export const wrongAppCode = 'This code does not fit, or its thirty seconds are over. Write the next one.'
export const wrongRecoveryCode = 'This is none of your codes, or it was used before.'

const weak: Readonly<Record<string, string>> = {
  TOO_SHORT: 'Ten letters or more, please. A short sentence is best.',
  ABOUT_YOU: 'This is close to your name or address. Take something nobody knows of you.',
  TOO_COMMON: 'Many people have this one. Another word makes it yours.',
  TOO_EASY: 'Too easy to guess. Another word makes it better.',
  THE_OLD_ONE: 'This is the one you had. The shop asks for another one.',
}

export const weakPassword = (reason: string | undefined): string => weak[reason ?? ''] ?? weak.TOO_EASY!
