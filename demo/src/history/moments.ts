import { randomFrom } from '../random.ts'

/** Ids as the platform makes them, of any moment, the same each time (RFC 9562, version 7). */
export function idsOfMoments(): (at: Date) => string {
  const random = randomFrom(1)
  const hex = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('')
  let [last, nth] = [0, 0]
  return (at) => {
    const time = at.getTime()
    // Of one moment they go up, so that what is told after each other stays so.
    nth = time === last ? nth + 1 : 0
    last = time
    const stamp = time.toString(16).padStart(12, '0')
    return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${nth.toString(16).padStart(3, '0').slice(-3)}-a${hex(3)}-${hex(12)}`
  }
}
