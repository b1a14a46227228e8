import { Search } from 'lucide-react'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { many } from '../orders/text.ts'
import { Keys } from '../parts/button.tsx'
import { Combobox, ComboboxGroup, ComboboxInput, ComboboxItem, ComboboxList } from '../parts/combobox.tsx'
import { Icon } from '../parts/icon.tsx'
import { Modal } from '../parts/modal.tsx'
import { type PaletteProps, useEntries } from './palette-entries.tsx'

/** Everything by its name, from anywhere: `#` orders only, `@` members only, `/` pages only, `>` what can be done. */
export function Palette(props: PaletteProps) {
  const { may, onClose } = props
  const scopes = [
    ...(may('orders.read') ? [['#', 'order']] : []),
    ...(may('members.read') ? [['@', 'member']] : []),
    ['/', 'page'],
    ['>', 'do'],
  ]
  const [text, setText] = useState('')
  const { entries, words, isEmpty, isLooking, ms } = useEntries(text, props)
  const [marked, setMarked] = useState<string>()
  const shown = entries.find(({ id }) => id === marked) ?? entries[0]
  const groups = [...Map.groupBy(entries, ({ group }) => group)]
  const hasPreview = entries.some(({ preview }) => preview !== undefined)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || !shown) return
    event.preventDefault()
    if (shown.href) open(shown.href, '_blank', 'noopener')
    else shown.run()
  }
  return (
    <Modal high className={hasPreview ? 'palette' : 'palette solo'} aria-label="Search and commands" onClose={onClose}>
      <Combobox
        first
        text={text}
        onText={setText}
        found={groups.map(([value, of]) => ({ value, items: of.map(({ id }) => id) }))}
        onMark={setMarked}
      >
        <div className="p-in">
          <Icon of={Search} />
          <ComboboxInput shows aria-label="Search or run a command" placeholder="Search or run a command" data-first="" onKeyDown={press} />
          <span className="p-scope">
            {scopes.map(([key, name]) => (
              <span key={key}>
                <Keys of={[key!]} />
                {name}
              </span>
            ))}
          </span>
          <button type="button" className="p-cancel" onClick={onClose}>
            Cancel
          </button>
        </div>
        <div className="p-body">
          <ComboboxList className="p-list" label={isEmpty ? 'Suggestions' : 'Results'}>
            {groups.map(([group, of]) => (
              <ComboboxGroup
                key={group}
                of={of.map(({ id }) => id)}
                head={
                  <>
                    {group}
                    {!isEmpty && <span>{of.length}</span>}
                  </>
                }
              >
                {(id) => {
                  const { icon, name, more, end, run } = of.find((entry) => entry.id === id)!
                  return (
                    <ComboboxItem key={id} id={id} onPick={run}>
                      <span className="p-i">{icon}</span>
                      <span className="p-t">
                        <Marked text={name} words={words} />
                        <span>{more && <Marked text={more} words={words} />}</span>
                      </span>
                      <span className="p-e">{end}</span>
                    </ComboboxItem>
                  )
                }}
              </ComboboxGroup>
            ))}
            {entries.length === 0 && <p className="p-h">{isLooking ? 'Looking …' : `Nothing is called “${text.trim()}”.`}</p>}
          </ComboboxList>
          {hasPreview && <div className="p-prev">{shown?.preview}</div>}
        </div>
        <div className="p-foot">
          <span>
            <Keys of={['↑']} />
            <Keys of={['↓']} /> move
          </span>
          <span>
            <Keys of={['↵']} /> {shown?.href ? 'open' : 'do'}
          </span>
          {shown?.href && (
            <span className="hide-s">
              <Keys of={['⌘', '↵']} /> new tab
            </span>
          )}
          <span className="grow" />
          <span className="faint" role="status">
            {!isEmpty && !isLooking && entries.length > 0 && many(entries.length, 'result')}
            {ms !== undefined && ` in ${Math.max(1, Math.round(ms))} ms`}
          </span>
          <span>
            <Keys of={['Esc']} />
          </span>
        </div>
      </Combobox>
    </Modal>
  )
}

/** A text with the words in it that were looked for. */
function Marked({ text, words }: { text: string; words: string }) {
  const wanted = words.split(/\s+/).filter((word) => word.length > 1)
  if (wanted.length === 0) return text
  const pattern = new RegExp(`(${wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi')
  return text.split(pattern).map((part, i) =>
    // What was caught stands at each second place.
    // oxlint-disable-next-line react/no-array-index-key
    i % 2 === 1 ? <mark key={i}>{part}</mark> : <Fragment key={i}>{part}</Fragment>,
  )
}
