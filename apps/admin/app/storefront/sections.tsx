import type { LookSection } from '@vitrine/contract'
import { ChevronDown, ChevronRight, GripVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { useReorder } from '../parts/reorder.ts'
import { Toggle } from '../parts/toggle.tsx'
import { type Draft, type DraftSection, hasHero, inOneLine, newKey } from './draft.ts'
import { SectionFields } from './section-fields.tsx'

const kinds = {
  hero: 'Wide picture',
  story: 'Wide picture with a text and a button',
  collections: 'Collections',
  best: 'Best sellers',
  shelf: 'Row of products',
  reviews: 'Reviews',
  words: 'Text with small pictures',
} as const satisfies Record<LookSection['kind'], string>

const mostSections = 24

interface SectionsProps {
  of: Draft['sections']
  heroes: Draft['heroes']
  disabled: boolean
  onChange: (sections: Draft['sections']) => void
}

/** What stands on the home page, from top to bottom. */
export function Sections({ of: sections, heroes, disabled, onChange }: SectionsProps) {
  const [open, setOpen] = useState<string>()
  const nameOf = ({ kind, title, hero }: DraftSection) =>
    title || inOneLine(heroes.find(({ key }) => key === hero)?.headline ?? '') || kinds[kind]
  const { list, said, item, handle } = useReorder<HTMLUListElement>({
    ids: sections.map(({ key }) => key),
    disabled,
    called: (key) => nameOf(sections.find((section) => section.key === key)!),
    onOrder: (keys) => onChange(keys.map((key) => sections.find((section) => section.key === key)!)),
  })
  const change = (key: string, part: Partial<DraftSection>) =>
    onChange(sections.map((section) => (section.key === key ? { ...section, ...part } : section)))
  const add = (kind: DraftSection['kind']) => {
    const key = newKey()
    const hero = hasHero(kind) ? heroes[0]?.key : undefined
    onChange([...sections, { key, kind, visible: true, pictures: [], ...(hero !== undefined && { hero }) }])
    setOpen(key)
  }
  const choices = (Object.entries(kinds) as [DraftSection['kind'], string][]).filter(([kind]) => heroes.length > 0 || !hasHero(kind))
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Home page</h2>
        <p>from top to bottom</p>
      </header>
      <ul ref={list} className="reorder home-sections">
        {sections.map((section) => {
          const { key, kind, visible } = section
          const name = nameOf(section)
          const isOpen = open === key
          return (
            <li key={key} {...item(key)} {...(!visible && { 'data-quiet': '' })}>
              <div className="row">
                <button type="button" className="grip" disabled={disabled} aria-label={`Move ${name}: arrow keys`} {...handle(key)}>
                  <Icon of={GripVertical} />
                </button>
                <button type="button" className="opens" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? undefined : key)}>
                  <Icon of={isOpen ? ChevronDown : ChevronRight} small />
                  <span className="clip">
                    <b>{name}</b> {name !== kinds[kind] && <span className="soft">{kinds[kind].toLowerCase()}</span>}
                  </span>
                </button>
                <Toggle hidden checked={visible} disabled={disabled} onTurn={(on) => change(key, { visible: on })}>
                  {`Show ${name}`}
                </Toggle>
                <IconButton
                  small
                  icon={Trash2}
                  name={`Remove ${name}`}
                  disabled={disabled}
                  onClick={() => onChange(sections.filter((one) => one.key !== key))}
                />
              </div>
              {isOpen && <SectionFields of={section} heroes={heroes} disabled={disabled} onChange={(part) => change(key, part)} />}
            </li>
          )
        })}
      </ul>
      <p className="vh" role="status">
        {said}
      </p>
      {!disabled && sections.length < mostSections && (
        <SelectField label="Add a section" value="" onChange={({ target }) => target.value && add(target.value as DraftSection['kind'])}>
          <option value="">Choose what to add</option>
          {choices.map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </section>
  )
}
