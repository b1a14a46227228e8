import { isIPv6 } from 'node:net'

/**
 * An address of the network as it is counted: IPv4 as it is, also where it comes mapped into IPv6 (`::ffff:192.0.2.1`), and IPv6 by its /64,
 * because one customer of a network has at least that many. What is no address stays as it is, short.
 */
export function countedAddress(address: string): string {
  if (!address.includes(':')) return address.slice(0, 100)
  const bare = address.split('%', 1)[0]!
  if (!isIPv6(bare)) return address.slice(0, 100)
  const groups = groupsOf(bare)
  const [high, low] = [groups[6]!, groups[7]!]
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [before, after] = address.split('::', 2) as [string, string?]
  const head = groupsIn(before)
  const tail = groupsIn(after ?? '')
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

const groupsIn = (text: string): number[] =>
  text === '' ? [] : text.split(':').flatMap((part) => (part.includes('.') ? dotted(part) : [Number.parseInt(part, 16)]))

/** An IPv4 address at the end of an IPv6 one, as its last two groups. */
function dotted(part: string): [number, number] {
  const [a, b, c, d] = part.split('.').map(Number) as [number, number, number, number]
  return [(a << 8) | b, (c << 8) | d]
}
