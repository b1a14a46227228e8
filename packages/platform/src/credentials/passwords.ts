import { hash, verify } from '@node-rs/argon2'

/** OWASP's second choice for argon2id, which is the library's own algorithm: 19 MiB, two passes; it runs off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let nobodys: Promise<string> | undefined

/** Whether the password is the one that was hashed. Where there is none it takes as long to say so. */
export async function isPassword(hashed: string | undefined, password: string): Promise<boolean> {
  const known = hashed ?? (await (nobodys ??= hashPassword('nobody has this password')))
  return (await verify(known, password)) && hashed !== undefined
}
