import type { PageBlock, PageField, PageKind } from '@vitrine/contract'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Check } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { checksOf } from './checks.ts'

/** Where a page is linked. */
export type Place = 'inFooter' | 'inCheckout' | 'inRegistration'

interface AboutProps {
  kind: PageKind
  content: readonly PageBlock[]
  fields: ReadonlyMap<PageField, string>
  places: Readonly<Record<Place, boolean>>
  disabled: boolean
  onPlace: (place: Place, on: boolean) => void
  /** Its versions. */
  children: ReactNode
}

const placeNames: readonly (readonly [Place, string, string?])[] = [
  ['inFooter', 'Foot of every page'],
  ['inCheckout', 'Checkout', 'Buyers agree to it where the checkout asks'],
  ['inRegistration', 'Registration', 'Who opens an account agrees to it'],
]

/** Beside a page: what it says and does not say, its versions, and where it is linked. */
export function About({ kind, content, fields, places, disabled, onPlace, children }: AboutProps) {
  const checks = checksOf(kind, content, fields)
  return (
    <>
      {checks.length > 0 && (
        <section className="sec">
          <header className="sec-h">
            <h2>Says what you do</h2>
          </header>
          <ul className="marks">
            {checks.map(({ ok, says }) => (
              <li key={says} {...(ok && { 'data-ok': '' })}>
                <Icon of={ok ? CircleCheck : CircleAlert} />
                {says}
              </li>
            ))}
          </ul>
          <p className="hint">A help, not a lawyer. Have legal pages checked by one.</p>
        </section>
      )}
      {children}
      <section className="sec">
        <header className="sec-h">
          <h2>In</h2>
        </header>
        <div className="stack-s">
          {placeNames.map(([place, says, hint]) => (
            <Check
              key={place}
              checked={places[place]}
              disabled={disabled}
              hint={hint}
              onChange={({ target }) => onPlace(place, target.checked)}
            >
              {says}
            </Check>
          ))}
        </div>
      </section>
    </>
  )
}
