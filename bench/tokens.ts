// How many access tokens one core reads in a second: such as it has never met, such as it knows, and bare signature checks beside them.
import { createPublicKey, createSecretKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { newId } from '@vitrine/platform/kernel/db/id'
import { type KeyRing, signingKey } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'

const site = newId()
const kid = `${site}/${newId()}`
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const jwk = publicKey.export({ format: 'jwk' })
const verifying = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify'])
const signing = signingKey(site, kid, kid, privateKey.export({ format: 'jwk' }))
const secret = createSecretKey(randomBytes(32))
const keys: KeyRing = {
  signing: async () => signing,
  verifying: async () => ({ site, publicKey: verifying, secret }),
  published: async () => [],
}
const clock = { now: () => new Date() }
const count = 4000
const bearer = () => ({ kind: 'member' as const, site, memberId: newId(), visitorId: newId(), clientId: newId(), sessionId: newId() })
const issuer = tokens(keys, clock)
const issued = await Promise.all(Array.from({ length: count }, async () => (await issuer.issue(bearer())).access))

async function perSecond(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return Math.round(count / ((user + system) / 1e6))
}

const ended = new Set(Array.from({ length: 10_000 }, newId))
const reader = tokens(keys, clock, (id) => ended.has(id))
const readAll = async () => {
  for (const access of issued) if (!(await reader.read(access))) throw new Error('a good token was not taken')
}
const key = createPublicKey({ key: jwk, format: 'jwk' })
const parts = issued.map((access) => access.slice('OauthNG.JWS.'.length).split('.') as [string, string, string])
const bare = () => {
  for (const [head, body, signature] of parts) verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
}
await perSecond(bare)
console.log(`bare signature checks      ${await perSecond(bare)} a second and core`)
console.log(`tokens met for the first   ${await perSecond(readAll)}`)
console.log(`tokens known already       ${await perSecond(readAll)}`)
