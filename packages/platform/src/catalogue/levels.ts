/** How many pieces a shelf has; null where they are not counted. */
export type Level = number | null

/** Reads the stock of a product as statements here answer it: `42,0,*`, its shelves in the order of their variant ids. */
export const readLevels = (text: string): readonly Level[] =>
  text === '' ? [] : text.split(',').map((level) => (level === '*' ? null : Number(level)))

/** A shelf that is not there holds nothing. */
export const levelAt = (levels: readonly Level[], shelf: number): Level => (shelf < levels.length ? levels[shelf]! : 0)

export const some = (level: Level): boolean => level === null || level > 0
