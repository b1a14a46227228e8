import { isDeepStrictEqual } from 'node:util'
import type { AuditField } from '@vitrine/contract'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Whatever would open a door, under whichever of our names for it. */
const secrets = new Set([
  'password',
  'passwordHash',
  'secret',
  'clientSecret',
  'token',
  'accessToken',
  'refreshToken',
  'paymentToken',
  'cardToken',
  'statusToken',
  'apiKey',
  'privateKey',
  'pin',
  'securityCode',
  'cardNumber',
  'giftCardCode',
])
/** What changes with every write, and says nothing. */
const stamps = new Set(['revision', 'updatedDate', 'updatedAt'])

/** A value longer than this as JSON is not recorded, and no more values of one entity than that. */
const longest = 8_000
const mostFields = 300

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list whose members are told apart by their ids, by those ids. */
function byIds(list: Json | undefined): Map<string, { [key: string]: Json }> | undefined {
  if (!Array.isArray(list)) return undefined
  const members = new Map<string, { [key: string]: Json }>()
  for (const member of list) {
    if (!isObject(member) || typeof member['id'] !== 'string' || members.has(member['id'])) return undefined
    members.set(member['id'], member)
  }
  return members
}

/** Whether those that are in both stand in the same order. */
function inOneOrder(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): boolean {
  const left = [...before.keys()].filter((id) => after.has(id))
  const right = [...after.keys()].filter((id) => before.has(id))
  return left.every((id, i) => id === right[i])
}

/**
 * What is other in `after` than in `before`, value by value. Objects are looked into, and lists whose members have ids; any other list is one
 * value, and so is a member that came or went. Secrets are never among them.
 */
export function differences(before: Json | undefined, after: Json | undefined): readonly AuditField[] {
  const fields: AuditField[] = []
  look(before, after, [])
  return fields.length > mostFields ? fields.slice(0, mostFields) : fields

  function look(left: Json | undefined, right: Json | undefined, path: readonly string[]): void {
    if (
      (left === undefined || isObject(left)) &&
      (right === undefined || isObject(right)) &&
      !(left === undefined && right === undefined)
    ) {
      for (const key of new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]))
        if (!secrets.has(key) && !stamps.has(key)) look(left?.[key], right?.[key], [...path, key])
      return
    }
    const [ours, theirs] = [
      left === undefined ? new Map<string, never>() : byIds(left),
      right === undefined ? new Map<string, never>() : byIds(right),
    ]
    if (ours && theirs && ours.size + theirs.size > 0 && inOneOrder(ours, theirs)) {
      for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
        const [was, is] = [ours.get(id), theirs.get(id)]
        if (was && is) look(was, is, [...path, `#${id}`])
        else note(was, is, [...path, `#${id}`])
      }
      return
    }
    if (!isSame(left, right)) note(left, right, path)
  }

  function note(left: Json | undefined, right: Json | undefined, path: readonly string[]): void {
    const [was, is] = [withoutSecrets(left), withoutSecrets(right)]
    if (lengthOf(was) > longest || lengthOf(is) > longest) fields.push({ path: [...path], cut: true })
    else fields.push({ path: [...path], ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) })
  }
}

/** An empty list that appears or goes is no news. */
const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const lengthOf = (value: Json | undefined): number => (value === undefined ? 0 : JSON.stringify(value).length)

function withoutSecrets(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((member) => withoutSecrets(member)!)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => (secrets.has(key) ? [] : [[key, withoutSecrets(inner)!]])))
}

const memberAt = (list: readonly Json[], step: string): number => list.findIndex((one) => isObject(one) && one['id'] === step.slice(1))

/** What stands at a path of `differences`; undefined where nothing does. */
export function valueAt(entity: Json | undefined, path: readonly string[]): Json | undefined {
  let value = entity
  for (const step of path) {
    if (Array.isArray(value)) value = step.startsWith('#') ? value[memberAt(value, step)] : undefined
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
    if (value === undefined) return undefined
  }
  return value
}

/** Whether two values of a path are the same: nothing, and what is empty, are. */
export const isSame = (left: Json | undefined, right: Json | undefined): boolean =>
  isDeepStrictEqual(left, right) || (isNothing(left) && isNothing(right))

/** A copy with another value at a path: `null` where there was none, so that an update clears it. */
export function withValue(entity: Json, path: readonly string[], value: Json | undefined): Json {
  const [step, ...rest] = path
  if (step === undefined) return value ?? null
  if (Array.isArray(entity)) {
    const at = memberAt(entity, step)
    if (rest.length === 0 && value === undefined) return entity.filter((_, i) => i !== at)
    if (at < 0) return rest.length === 0 ? [...entity, value!] : entity
    return entity.map((member, i) => (i === at ? withValue(member, rest, value) : member))
  }
  const inner = isObject(entity) ? (entity[step] ?? {}) : {}
  return { ...(isObject(entity) ? entity : {}), [step]: withValue(inner, rest, value) }
}
