import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six figures that an app on a phone shows now (RFC 6238), or so many half minutes later. */
export function figuresNow(secret: string, later = 0): string {
  const bits = Array.from(secret.replace(/[\s=]/g, '').toUpperCase())
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A device that stores passkeys and asks nobody. */
export async function addDevice(page: Page): Promise<{ readonly holds: () => Promise<number> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    holds: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
