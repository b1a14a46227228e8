import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { choose, useSetting } from '../choices.ts'
import { Keys } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Modal, ModalHead } from '../parts/modal.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { capsOf, type Listed, listedKeys } from './keys.ts'

interface Line {
  readonly says: string
  readonly keys: readonly string[]
}

/** What holds on every page comes first, as one looks for it there. */
const firstSections = ['Anywhere', 'Go to']
const placeOf = (section: string): number => firstSections.indexOf(section) + 1 || firstSections.length + 1

/** Several keys that do one thing stand in one line. */
function linesOf(listed: readonly Listed[]): readonly (readonly [section: string, lines: readonly Line[]])[] {
  const sections = Map.groupBy(listed, ({ section }) => section)
  return [...sections]
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([section, of]) => [
      section,
      [...Map.groupBy(of, ({ says }) => says)].map(([says, keys]) => ({ says, keys: keys.map(({ key }) => key) })),
    ])
}

/** Every key that does something on this page now, by the keys themselves. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const id = useId()
  const letters = useSetting('letters')
  const [words, setWords] = useState('')
  const [all] = useState(() => linesOf(listedKeys()))
  const wanted = words.trim().toLowerCase()
  const shown = all
    .map(
      ([section, lines]) =>
        [section, lines.filter(({ says, keys }) => `${says} ${keys.join(' ')}`.toLowerCase().includes(wanted))] as const,
    )
    .filter(([, lines]) => lines.length > 0)
  return (
    <Modal className="dialog huge" onClose={onClose}>
      <ModalHead title={'Keyboard'} onClose={onClose} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="dlg-b" tabIndex={0}>
        <div className="keysheet">
          {shown.map(([section, lines]) => (
            <section key={section}>
              <h3>{section}</h3>
              <ul>
                {lines.map(({ says, keys }) => (
                  <li key={says}>
                    <span>{says}</span>
                    <span>
                      {keys.length > 2 ? (
                        <>
                          <Keys of={capsOf(keys[0]!)} />–<Keys of={capsOf(keys.at(-1)!)} />
                        </>
                      ) : (
                        keys.map((key) => <Keys key={key} of={capsOf(key)} />)
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {shown.length === 0 && <p className="soft">No key is called that.</p>}
      </div>
      <div className="dlg-f">
        <div className="grow">
          <div className="searchbox">
            <Icon of={Search} />
            <label className="vh" htmlFor={`${id}-q`}>
              Find a key
            </label>
            <input
              id={`${id}-q`}
              type="search"
              placeholder="Find a key"
              value={words}
              data-first=""
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
        </div>
        <Toggle checked={letters} onTurn={(on) => choose('letters', on)}>
          Single-key shortcuts
        </Toggle>
      </div>
    </Modal>
  )
}
