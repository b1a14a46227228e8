import { X } from 'lucide-react'
import { IconButton, Keys } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'

const sheet: readonly { readonly title: string; readonly keys: readonly (readonly [string, ...(readonly string[])[]])[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      ['Search or jump to', ['⌘', 'K']],
      ['This sheet', ['?']],
      ['Close, clear, back', ['Esc']],
    ],
  },
  {
    title: 'Go to',
    keys: [
      ['Home', ['G'], ['H']],
      ['Orders', ['G'], ['O']],
    ],
  },
  {
    title: 'Lists',
    keys: [
      ['Next, previous row', ['J'], ['K']],
      ['Pick the row', ['X']],
      ['Open', ['↵']],
      ['Search in the list', ['/']],
      ['View', ['1'], ['9']],
    ],
  },
  {
    title: 'Orders',
    keys: [
      ['Fulfil', ['F']],
      ['Capture', ['C']],
      ['Refund', ['R']],
      ['Tag', ['T']],
    ],
  },
]

export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal aria-labelledby="keys-t" onClose={onClose}>
      <div className="dialog huge">
        <header className="dlg-h">
          <div>
            <h2 id="keys-t">Keyboard</h2>
          </div>
          <IconButton icon={X} name="Close" onClick={onClose} />
        </header>
        <div className="dlg-b">
          <div className="keysheet">
            {sheet.map(({ title, keys }) => (
              <section key={title}>
                <h3>{title}</h3>
                <ul>
                  {keys.map(([what, ...pressed]) => (
                    <li key={what}>
                      <span>{what}</span>
                      <span>
                        {pressed.map((together) => (
                          <Keys key={together.join()} of={together} />
                        ))}
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
      </div>
    </Modal>
  )
}
