/** What stands in the place of a secret. */
export const removed = '{removed}'

/** Names of fields, headers and parameters that hold a secret, in lowercase letters and digits. */
const secretName =
  /password|secret|token|authorization|credential|cookie|cvc|cvv|securitycode|cardnumber|accountnumber|iban|signature|privatekey|recoverycode|verificationcode|authorizationcode|giftcardcode|captcha|onetime|joinlink|^otp$|^pin$|^jwt$|^apikey$/
/** Names that end so say something of a secret, and are none. */
const aboutSecret = /(?:ids?|date|at|set|type|types|count|state|name|expires|expiresin)$/

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Whether what a name stands for is a secret. `under` is the name around it: a `number` is one under `card`.
 *
 * @example
 * isSecretName('clientSecret') // true
 * isSecretName('number', 'creditCard') // true
 * isSecretName('tokenId') // false
 */
export function isSecretName(name: string, under = ''): boolean {
  const [own, around] = [plain(name), plain(under)]
  if (own === 'number' || own === 'pan') return around.endsWith('card')
  if (own === 'code') return around.includes('giftcard')
  return secretName.test(own) && !aboutSecret.test(own)
}

/** Keys and tokens by how they look, wherever they stand. */
const secretTexts: readonly RegExp[] = [
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)?/g,
  /(?<![\w-])(?:vk|sk|rk|pk|whsec)_[\w-]{12,}/g,
  /\bBearer\s+[\w.~+/-]{8,}=*/gi,
  /(?<=[?&](?:[\w-]*(?:token|signature|secret|password|key)|code)=)[^&\s"'<>\\]+/gi,
]

const digits = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g

/** Whether digits are those of a payment card (ISO/IEC 7812-1, annex B). */
function isCardNumber(text: string): boolean {
  const all = text.replace(/\D/g, '')
  let sum = 0
  for (let i = 0; i < all.length; i++) {
    const digit = Number(all[all.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** A text without keys, tokens and card numbers. */
export function withoutSecretTexts(text: string): string {
  let clean = text
  for (const pattern of secretTexts) clean = clean.replace(pattern, removed)
  return clean.replace(digits, (found) => (isCardNumber(found) ? removed : found))
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A JSON value without secrets; the same value where there were none. `isCode` where a `code` of the operation is one. */
export function withoutSecrets(value: Json, isCode = false, under = ''): Json {
  if (typeof value === 'string') return withoutSecretTexts(value)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) {
    const clean = value.map((one) => withoutSecrets(one, isCode, under))
    return clean.every((one, i) => one === value[i]) ? value : clean
  }
  let isOther = false
  const entries = Object.entries(value).map(([name, inner]) => {
    const isSecret = isSecretName(name, under) || (isCode && name === 'code' && under !== 'applicationError')
    const clean = isSecret && isSaid(inner) ? removed : withoutSecrets(inner, isCode, name)
    isOther ||= clean !== inner
    return [name, clean] as const
  })
  return isOther ? Object.fromEntries(entries) : value
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
/** Yes, no, nothing and an empty text are no secrets. */
const isSaid = (value: Json): boolean => typeof value !== 'boolean' && value !== null && value !== ''
