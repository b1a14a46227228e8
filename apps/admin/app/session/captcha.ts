import type { CaptchaChallenge } from '@vitrine/contract'

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The counter that goes with a puzzle's nonce (ALTCHA, PBKDF2/SHA-256): the browser tries them in their order, for about a second. */
async function solutionOf({ parameters }: CaptchaChallenge): Promise<{ counter: number; derivedKey: string }> {
  const [nonce, salt] = [bytesOf(parameters.nonce), bytesOf(parameters.salt)]
  const password = new Uint8Array(nonce.length + 4)
  password.set(nonce)
  const view = new DataView(password.buffer)
  for (let counter = 0; ; counter++) {
    view.setUint32(nonce.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: parameters.cost }
    const derivedKey = hexOf(new Uint8Array(await crypto.subtle.deriveBits(derivation, key, parameters.keyLength * 8)))
    if (derivedKey.startsWith(parameters.keyPrefix)) return { counter, derivedKey }
  }
}

/** A captcha of the shop, solved without anything to click: it costs a person a second, and a program that guesses dear. */
export async function solvedCaptcha(siteKey: string): Promise<string> {
  const response = await fetch(`/vitrine/v1/captcha/challenge?${new URLSearchParams({ siteKey })}`)
  if (!response.ok) throw new Error(`no captcha: ${response.status}`)
  const challenge = (await response.json()) as CaptchaChallenge
  return btoa(JSON.stringify({ challenge, solution: await solutionOf(challenge) }))
}
