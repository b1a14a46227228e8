import type { Refused } from '@vitrine/client'

const words: Readonly<Record<string, string>> = {
  TOO_SHORT: 'Eight signs are the least.',
  ABOUT_YOU: 'It says too much of you or of the shop.',
  TOO_COMMON: 'That is among the first that somebody would try.',
  TOO_EASY: 'Too easily guessed. Make it longer, or less regular.',
  THE_OLD_ONE: 'That is the one you have. Choose another.',
}

/** What is wrong with a password that was refused. */
export const weakText = ({ data }: Refused): string =>
  words[String((data as { reason?: unknown } | undefined)?.reason)] ?? words['TOO_EASY']!
