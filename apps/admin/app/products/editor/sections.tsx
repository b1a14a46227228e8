import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { RichText } from './rich-text.tsx'
import type { Section } from './values.ts'

const most = 20

/** Sections below the description, such as care and delivery. */
export function Sections({
  of,
  disabled,
  onChange,
}: {
  of: readonly Section[]
  disabled: boolean
  onChange: (next: readonly Section[]) => void
}) {
  const set = (at: number, change: Partial<Section>) => onChange(of.map((one, i) => (i === at ? { ...one, ...change } : one)))
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Info sections</h2>
        <p>Below the description: care, material, size.</p>
      </header>
      <div className="stack">
        {of.map((section, i) => (
          // A section is known by its place: its title is being written.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={i} className="stack-s">
            <div className="row">
              <div className="grow">
                <TextField
                  label={`Title of section ${i + 1}`}
                  maxLength={50}
                  disabled={disabled}
                  value={section.title}
                  onChange={({ target }) => set(i, { title: target.value })}
                />
              </div>
              {!disabled && (
                <IconButton
                  icon={Trash2}
                  name={`Remove section ${section.title || i + 1}`}
                  onClick={() => onChange(of.filter((_, j) => j !== i))}
                />
              )}
            </div>
            <RichText
              label={`Text of section ${i + 1}`}
              disabled={disabled}
              value={section.description}
              onChange={(description) => set(i, { description })}
            />
          </div>
        ))}
      </div>
      {!disabled && of.length < most && (
        <Button kind="ghost" small icon={Plus} onClick={() => onChange([...of, { title: '', description: '' }])}>
          Section
        </Button>
      )}
    </section>
  )
}
