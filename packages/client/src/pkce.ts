/** What a browser stores while its visitor is away to sign in. */
export interface Pkce {
  /** 43 to 128 characters that only this browser knows. */
  readonly codeVerifier: string
  /** Its SHA-256, which is sent along. */
  readonly codeChallenge: string
  /** Matches the answer to this request. */
  readonly state: string
}

const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~'

/**
 * A verifier and its challenge (RFC 7636, S256).
 *
 * @throws RangeError when `length` is not between 43 and 128
 * @example
 * const { codeVerifier, codeChallenge, state } = await generatePkce()
 */
export async function generatePkce(length = 43): Promise<Pkce> {
  if (!(length >= 43 && length <= 128)) throw new RangeError(`Expected a length between 43 and 128. Received ${length}.`)
  const codeVerifier = randomText(length)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  const codeChallenge = btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  return { codeVerifier, codeChallenge, state: randomText(43) }
}

/** Every character as likely as any other: bytes beyond the last whole round of the alphabet are drawn again. */
function randomText(length: number): string {
  const rounds = 256 - (256 % characters.length)
  let text = ''
  while (text.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < rounds && text.length < length) text += characters[byte % characters.length]
  return text
}
