import { channel } from 'node:diagnostics_channel'
import { hash, verify } from '@node-rs/argon2'

/** Tells of each hash that is computed, to whoever listens: what a sign-in costs shows there. */
export const hashing = channel('vitrine:hashing')

/** OWASP's second choice for argon2id, which is the library's own algorithm: 19 MiB, two passes; it runs off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  hashing.publish('hash')
  return hash(password, cost)
}

/** Of a password that nobody has or ever will: with the same parameters as all others, so that it takes as long to compare with. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$CsFoy/dFzq7VTZaIr/Q1Tg$sbBVyO7aky97Nmh0TFj6ED0wOA9tU035SD8wDDnNyxs'

/** Whether the password is the one that was hashed. Where there is none it takes as long to say so. */
export async function isPassword(hashed: string | undefined, password: string): Promise<boolean> {
  hashing.publish('verify')
  return (await verify(hashed ?? nobodys, password)) && hashed !== undefined
}
