/** First and last byte, both included. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Reads a Range header against a size. Undefined: send everything (no range, several, or another unit), as RFC 9110 allows. */
export function readRange(header: string | undefined, size: number): Span | 'unsatisfiable' | undefined {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '')
  if (!match) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  if (from === '') {
    const count = Math.min(Number(to), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
