import { BlockList, isIP } from 'node:net'

/** IPv4 that leads to no host of the public internet (IANA's registry of special-purpose addresses), multicast and reserved ones included. */
const notPublicIPv4 = networks('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
/** All of IPv6 that is assigned to hosts of the internet; loopback, unique-local, link-local and multicast lie outside. */
const globalIPv6 = networks('ipv6', ['2000::/3'])
/** What lies in there and is none: protocols (Teredo among them), benchmarks, documentation. */
const notPublicIPv6 = networks('ipv6', ['2001::/23', '2001:db8::/32', '3fff::/20'])

function networks(family: 'ipv4' | 'ipv6', prefixes: readonly string[]): BlockList {
  const list = new BlockList()
  for (const prefix of prefixes) {
    const [address, bits] = prefix.split('/') as [string, string]
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Whether an IP address is that of a host on the public internet, also where IPv6 only carries an IPv4 address. No address at all is not public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublicIPv4.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  const embedded = embeddedIPv4(address)
  if (embedded !== undefined) return isPublicAddress(embedded)
  return globalIPv6.check(address, 'ipv6') && !notPublicIPv6.check(address, 'ipv6')
}

/** The IPv4 address that an IPv6 address stands for: mapped (RFC 4291), NAT64 (RFC 6052) or 6to4 (RFC 3056). */
export function embeddedIPv4(address: string): string | undefined {
  const groups = groupsOf(address)
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const begins = (...start: readonly number[]) => start.every((group, i) => groups[i] === group)
  if (begins(0, 0, 0, 0, 0, 0xffff) || begins(0x64, 0xff9b, 0, 0, 0, 0)) return dotted(groups[6]!, groups[7]!)
  return begins(0x2002) ? dotted(groups[1]!, groups[2]!) : undefined
}

/** The eight numbers of an IPv6 address. A URL writes each of them in one way, without dots. */
function groupsOf(address: string): readonly number[] {
  const { hostname } = new URL(`http://[${address}]`)
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail].map((group) => Number.parseInt(group, 16))
}
