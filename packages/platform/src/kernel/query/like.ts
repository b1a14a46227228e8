import { fold } from './fold.ts'

/** A text as a pattern of `like` takes it literally. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of folded texts that hold these words somewhere. */
export const holding = (words: string): string => `%${literally(fold(words))}%`
