import { useRouteLoaderData } from 'react-router'
import { Radio } from '../parts/field.tsx'
import type { SignedIn } from '../session/session.ts'
import { type Extent, type Extents, givable } from './scopes.ts'

const extents = { none: 'Nothing', read: 'See', write: 'Change' } as const

interface ScopeFieldsProps {
  /** Undefined for all that its maker may. */
  chosen: Extents | undefined
  onChoose: (chosen: Extents | undefined) => void
}

/** What a program may do: all that its maker may, or of each part of the shop what is chosen. */
export function ScopeFields({ chosen, onChoose }: ScopeFieldsProps) {
  const { rights, person } = useRouteLoaderData('admin') as SignedIn
  return (
    <div className="stack">
      <div className="row apart" role="radiogroup" aria-label="May">
        <Radio name="may" checked={chosen !== undefined} onChange={() => onChoose({})}>
          What is chosen
        </Radio>
        <Radio name="may" checked={chosen === undefined} onChange={() => onChoose(undefined)}>
          {person.role === 'OWNER' ? 'Everything' : 'All that you may'}
        </Radio>
      </div>
      {chosen && (
        <ul className="plain scopes">
          {givable(rights).map(({ area, name, most }) => (
            <li key={area}>
              <span id={`scope-${area}`}>{name}</span>
              <div className="seg" role="group" aria-labelledby={`scope-${area}`}>
                {(Object.keys(extents) as Extent[])
                  .filter((extent) => extent !== 'write' || most === 'write')
                  .map((extent) => (
                    <button
                      key={extent}
                      type="button"
                      aria-pressed={(chosen[area] ?? 'none') === extent}
                      onClick={() => onChoose({ ...chosen, [area]: extent })}
                    >
                      {extents[extent]}
                    </button>
                  ))}
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
