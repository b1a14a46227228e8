import { BlockList, isIP } from 'node:net'

/** What an operator has opened beside the public internet. */
export interface OutboundAllow {
  /** Names of hosts, wherever they lead. */
  readonly hosts: ReadonlySet<string>
  readonly networks: BlockList
}

/** @throws RangeError with the entry that is no host, address, CIDR or `loopback` */
export function outboundAllow(entries: readonly string[]): OutboundAllow {
  const hosts = new Set<string>()
  const networks = new BlockList()
  for (const entry of entries.map((text) => text.trim().toLowerCase()).filter(Boolean)) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    if (entry === 'loopback') {
      hosts.add('localhost')
      networks.addSubnet('127.0.0.0', 8, 'ipv4')
      networks.addAddress('::1', 'ipv6')
    } else if (family !== 0 && !address.includes('%') && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      networks.addSubnet(address, Number(bits ?? most), family === 4 ? 'ipv4' : 'ipv6')
    else if (
      /^(?=.{1,253}$)(?!.*\.\d+$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(entry) &&
      !/^\d+$/.test(entry)
    )
      hosts.add(entry)
    else throw new RangeError(entry)
  }
  return { hosts, networks }
}

export function isOpened({ hosts, networks }: OutboundAllow, host: string, address: string): boolean {
  return hosts.has(host) || networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
