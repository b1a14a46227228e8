import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from '@vitrine/platform/kernel/outbound/address'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Whether what a peer says about whom it speaks for is believed. */
export type TrustedProxies = (peer: string | undefined) => boolean

export const nobody: TrustedProxies = () => false

const loopback = ['127.0.0.0/8', '::1/128']

/** The proxies of a comma list of addresses, CIDRs and `loopback`; the entry that is none of these where there is one. */
export function trustedProxies(list: string): TrustedProxies | { readonly wrong: string } {
  const entries = list.split(',').flatMap((part) => part.trim() || [])
  if (entries.length === 0) return nobody
  const known = new BlockList()
  for (const entry of entries)
    for (const range of entry.toLowerCase() === 'loopback' ? loopback : [entry]) if (!add(known, range)) return { wrong: entry }
  return (peer) => {
    const family = isIP(peer ?? '')
    return family !== 0 && known.check(peer!, family === 6 ? 'ipv6' : 'ipv4')
  }
}

function add(known: BlockList, range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) {
    known.addAddress(address, type)
    return true
  }
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 6 ? 128 : 32)) return false
  known.addSubnet(address, Number(bits), type)
  return true
}

const peersAtMost = 1000

/**
 * Notes once of each peer that it names other clients and is not believed: mostly a proxy that nobody has made known.
 * `onUntrusted` hears of those in the shop's own network alone; anybody outside may write such a header.
 */
export function warnOfUntrusted(app: FastifyInstance, trusted: TrustedProxies, onUntrusted?: (peer: string) => void): void {
  const warned = new LRUCache<string, true>({ max: peersAtMost })
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return
    const peer = request.socket.remoteAddress ?? ''
    if (trusted(peer) || warned.has(peer)) return
    warned.set(peer, true)
    if (!isPublicAddress(peer)) onUntrusted?.(peer)
    app.log.warn(
      { peer },
      'X-Forwarded-For from a peer that is not in TRUSTED_PROXIES is not believed: everybody behind that peer counts as one address',
    )
  })
}
