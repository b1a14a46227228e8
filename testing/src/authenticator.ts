import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** The few kinds of CBOR (RFC 8949) that an authenticator says. */
function cbor(value: number | string | Uint8Array | ReadonlyMap<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as never)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64Url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url')

/** A device that makes and uses one passkey, as a browser would have it do. */
export function authenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const rpIdHash = sha256(new URL(origin).hostname)
  let counter = 0

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const data = (flags: number, ...more: Buffer[]) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, ...more])
  }

  return {
    /** Turns the counter back, as a copy of the device would have it. */
    rewind: () => (counter = Math.max(0, counter - 2)),

    create(options: string, from = origin): string {
      const { challenge } = JSON.parse(options) as { challenge: string }
      const key = cbor(
        new Map<number | string, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      )
      // User present and verified, with the credential.
      const authData = data(0x45, Buffer.alloc(16), Buffer.from([0, id.length]), id, key)
      const attestation = cbor(
        new Map<number | string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return JSON.stringify({
        id: base64Url(id),
        rawId: base64Url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64Url(clientData('webauthn.create', challenge, from)),
          attestationObject: base64Url(attestation),
          transports: ['internal'],
        },
      })
    },

    get(options: string, { from = origin, verified = true }: { readonly from?: string; readonly verified?: boolean } = {}): string {
      const { challenge } = JSON.parse(options) as { challenge: string }
      counter++
      const authData = data(verified ? 0x05 : 0x01)
      const client = clientData('webauthn.get', challenge, from)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(client)]))
        .sign(privateKey)
      return JSON.stringify({
        id: base64Url(id),
        rawId: base64Url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: base64Url(client), authenticatorData: base64Url(authData), signature: base64Url(signature) },
      })
    },
  }
}
