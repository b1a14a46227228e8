/** Bytes as people read them on a bill of a disk: 1 GB is 1,000,000,000 bytes. */
export function sizeText(bytes: number): string {
  const [divisor, unit] = bytes >= 1e12 ? [1e12, 'TB'] : bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB']
  const value = bytes / divisor
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${unit}`
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago, in the largest unit that fits twice: `36 hours`, `3 days`. */
export function ageText(from: Date, to: Date): string {
  const milliseconds = Math.max(0, to.getTime() - from.getTime())
  for (const [name, length] of units) {
    const count = Math.floor(milliseconds / length)
    if (count >= 2 || (name === 'minute' && count === 1)) return counted(count, name)
  }
  return 'less than a minute'
}

/** `1 email`, `1,204 emails` */
export const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
