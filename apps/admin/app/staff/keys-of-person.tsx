import type { Ok, StaffMember } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { saidOf } from '../developers/scopes.ts'
import { many } from '../orders/text.ts'
import { Radio } from '../parts/field.tsx'

/** What becomes of the keys that somebody may not have any more. */
export type KeyFate = 'REVOKE' | 'TRANSFER'

interface Key {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[] | undefined
}

const all = ({ apiKeys, appSecrets }: Ok<'GET /vitrine/v1/staff/{id}/api-keys'>): readonly Key[] => [
  ...apiKeys.map(({ id, name, scopes }) => ({ id, name, scopes })),
  ...appSecrets.map(({ appId, name, scopes }) => ({ id: appId, name: `Secret of ${name}`, scopes })),
]

/** The keys and secrets that somebody has made; undefined until it is known. */
export function useKeysOf({ id }: StaffMember): readonly Key[] | undefined {
  const [keys, setKeys] = useState<readonly Key[]>()
  useEffect(() => {
    const gone = new AbortController()
    client.staff.listApiKeysOfStaffMember({ id }, { signal: gone.signal }).then(
      (found) => setKeys(all(found)),
      // What cannot be listed ends all the same.
      () => gone.signal.aborted || setKeys([]),
    )
    return () => gone.abort()
  }, [id])
  return keys
}

/** Those that can do more than what is left to somebody. */
export const beyond = (keys: readonly Key[], rights: readonly string[]): readonly Key[] =>
  keys.filter(({ scopes }) => !scopes?.every((scope) => rights.includes(scope)))

interface KeysOfPersonProps {
  keys: readonly Key[]
  fate: KeyFate
  /** Whether they can be handed to whoever acts: not by somebody to themselves. */
  mayTake: boolean
  onFate: (fate: KeyFate) => void
}

/** The keys that somebody may not have any more, and what becomes of them. */
export function KeysOfPerson({ keys, fate, mayTake, onFate }: KeysOfPersonProps) {
  if (keys.length === 0) return null
  return (
    <fieldset className="stack">
      <legend>{many(keys.length, 'API key', 'API keys')}</legend>
      <ul className="plain">
        {keys.map(({ id, name, scopes }) => (
          <li key={id}>
            <b>{name}</b> <span className="soft">{saidOf(scopes && [...scopes])}</span>
          </li>
        ))}
      </ul>
      <Radio name="keys" checked={fate === 'REVOKE'} onChange={() => onFate('REVOKE')} hint="Programs that have them stop within seconds.">
        Revoke them
      </Radio>
      {mayTake && (
        <Radio name="keys" checked={fate === 'TRANSFER'} onChange={() => onFate('TRANSFER')} hint="Programs go on, and the keys are yours.">
          Hand them over to me
        </Radio>
      )}
    </fieldset>
  )
}
