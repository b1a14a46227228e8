import type { LoggedBodyState } from '@vitrine/contract'
import { isSecretName, withoutSecrets, withoutSecretTexts } from './secrets.ts'

/** As much of a body is stored. */
export const mostCharacters = 16_384
/** A body beyond this is not looked at: its secrets could not be told apart in time. */
export const mostBytes = 262_144

/** A body until it is written down; of a long one its length alone. */
export type HeldBody = string | Buffer | number | undefined

export const heldBody = (body: string | Buffer | undefined): HeldBody => (body && body.length > mostBytes ? body.length : body)

export interface StoredBody {
  readonly state: Exclude<LoggedBodyState, 'NOT_YOURS'>
  readonly text: string | null
  readonly bytes: number
}

const none: StoredBody = { state: 'NONE', text: null, bytes: 0 }

/** A text that PostgreSQL takes: no NUL, no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()

/**
 * What is stored of a body. It is the very text that was sent where there is no secret in it and it is short enough.
 *
 * @param isCode whether a `code` in it is a secret, as that of a gift card
 */
export function storedBody(body: HeldBody, { leaveOut, isCode }: { leaveOut: boolean; isCode: boolean }): StoredBody {
  if (typeof body === 'number') return { state: 'LEFT_OUT', text: null, bytes: body }
  if (body === undefined || body.length === 0) return none
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  if (leaveOut || bytes > mostBytes) return { state: 'LEFT_OUT', text: null, bytes }
  const text = body.toString()
  const clean = cleanText(text, isCode)
  if (clean === undefined) return { state: 'LEFT_OUT', text: null, bytes }
  const safe = storable(clean)
  if (safe.length > mostCharacters) return { state: 'CUT', text: storable(safe.slice(0, mostCharacters)), bytes }
  return { state: safe === text ? 'WHOLE' : 'WITHOUT_SECRETS', text: safe, bytes }
}

/** The text without secrets; undefined where that cannot be known. */
function cleanText(text: string, isCode: boolean): string | undefined {
  let value: Parameters<typeof withoutSecrets>[0]
  try {
    value = JSON.parse(text) as typeof value
  } catch {
    // Not JSON, and that may be what the developer looks for: shown where no name in it stands for a secret.
    const names = text.match(/[\w-]+/g) ?? []
    return isCode || names.some((name) => isSecretName(name)) ? undefined : withoutSecretTexts(text)
  }
  try {
    const clean = withoutSecrets(value, isCode)
    return clean === value ? text : JSON.stringify(clean)
  } catch (error) {
    // It is nested deeper than a program can follow.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
