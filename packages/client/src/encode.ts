export interface Encoded {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body: string | undefined
}

type Payload = Readonly<Record<string, unknown>>

/** Above this many characters a query is sent as a body, where the operation has a POST twin. */
const longestQuery = 4000

/**
 * Encodes a call for the wire: the whole payload, path parameters included, is the query of a GET or DELETE and the JSON body of the rest.
 */
export function encode(route: string, payload: object, twin?: string): Encoded {
  const [method, template] = route.split(' ') as [string, string]
  if (method !== 'GET' && method !== 'DELETE') return { method, target: fill(template, payload), body: JSON.stringify(payload) }
  const query = queryOf(payload)
  if (twin && query.length > longestQuery) return { method: 'POST', target: fill(twin, payload), body: JSON.stringify(payload) }
  return { method, target: fill(template, payload) + (query && `?${query}`), body: undefined }
}

const fill = (template: string, payload: object) =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = name.split('.').reduce<unknown>((place, step) => (place as Payload | undefined)?.[step], payload)
    if (typeof value !== 'string' || value === '') throw new TypeError(`${template} needs ${name}`)
    return encodeURIComponent(value)
  })

/** Plain pairs preserve every value's meaning as long as nothing is nested; what is nested is sent as one `.r`. */
function queryOf(payload: object): string {
  const present = Object.entries(payload).filter(([, value]) => value !== undefined && value !== null)
  if (present.some(([, value]) => isNested(value))) return `.r=${base64Url(JSON.stringify(payload))}`
  return new URLSearchParams(
    present.flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)])),
  ).toString()
}

/** A list of strings, numbers or booleans repeats its name; an empty one would be lost. */
const isNested = (value: unknown): boolean => (Array.isArray(value) ? !value.length || value.some(isObject) : isObject(value))

const isObject = (value: unknown): boolean => typeof value === 'object'

const base64Url = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
