import { Images, X } from 'lucide-react'
import { useState } from 'react'
import { MediaPicker } from '../media/picker.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { SelectField, TextArea, TextField } from '../parts/field.tsx'
import { type DraftHero, type DraftSection, hasHero, inOneLine } from './draft.ts'
import { LinkFields } from './link-fields.tsx'
import { pathOf, pictureFrom } from './pictures.ts'

interface SectionFieldsProps {
  of: DraftSection
  heroes: readonly DraftHero[]
  disabled: boolean
  onChange: (part: Partial<DraftSection>) => void
}

const mostPictures = 12

/** What can be said of a section, by its kind. */
export function SectionFields({ of: section, heroes, disabled, onChange }: SectionFieldsProps) {
  const { kind, title = '', text = '', link, slugs = [], hero, theme, pictures } = section
  const hasProducts = kind === 'best' || kind === 'shelf'
  return (
    <div className="stack section-fields">
      {hasHero(kind) && (
        <SelectField
          label="Wide picture"
          disabled={disabled}
          value={hero ?? ''}
          onChange={({ target }) => onChange({ hero: target.value })}
        >
          {heroes.map(({ key, headline }) => (
            <option key={key} value={key}>
              {inOneLine(headline) || 'Without a headline'}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'hero' && (
        <SelectField
          label="Shown"
          disabled={disabled}
          value={theme ?? ''}
          onChange={({ target }) => onChange({ theme: target.value === '' ? undefined : (target.value as 'light' | 'dark') })}
        >
          <option value="">In both themes</option>
          <option value="light">Only in the light theme</option>
          <option value="dark">Only in the dark theme</option>
        </SelectField>
      )}
      {kind === 'reviews' && (
        <p className="hint">
          Three published reviews with four or five stars, each of another product; nothing while there are none. Lists of products quote
          one of their own as long as this section is shown.
        </p>
      )}
      {(kind === 'collections' || kind === 'reviews' || hasProducts) && (
        <TextField
          label="Title"
          optional
          maxLength={200}
          disabled={disabled}
          value={title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      )}
      {(kind === 'words' || kind === 'story') && (
        <TextArea
          label="Text"
          rows={4}
          maxLength={1000}
          hint={
            kind === 'words' ? 'A small picture stands at {0}, the next one at {1}. Empty: what the shop says about itself.' : undefined
          }
          disabled={disabled}
          value={text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      )}
      {hasProducts && (
        <TextArea
          label="Products"
          optional
          rows={3}
          hint={`The ends of their addresses, one a line. Empty: ${kind === 'best' ? 'what sells best' : 'the newest'}.`}
          disabled={disabled}
          value={slugs.join('\n')}
          onChange={({ target }) => onChange({ slugs: target.value === '' ? [] : target.value.split('\n').slice(0, 12) })}
        />
      )}
      {kind !== 'hero' && kind !== 'reviews' && <LinkFields of={link} disabled={disabled} onChange={(next) => onChange({ link: next })} />}
      {kind === 'words' && <Pictures of={pictures} disabled={disabled} onChange={(next) => onChange({ pictures: next })} />}
    </div>
  )
}

interface PicturesProps {
  of: DraftSection['pictures']
  disabled: boolean
  onChange: (pictures: DraftSection['pictures']) => void
}

function Pictures({ of: pictures, disabled, onChange }: PicturesProps) {
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="row wraps" role="group" aria-label="Small pictures">
      {pictures.map((picture, at) => (
        <span key={`${picture.id} ${at}`} className="row">
          <img className="cover" src={`${pathOf(picture)}/fill/w_112,h_64,q_80`} alt={picture.alt} width={56} height={32} />
          <span className="faint">{`{${at}}`}</span>
          {!disabled && (
            <IconButton small icon={X} name={`Remove picture ${at + 1}`} onClick={() => onChange(pictures.filter((_, i) => i !== at))} />
          )}
        </span>
      ))}
      {!disabled && pictures.length < mostPictures && (
        <Button small icon={Images} onClick={() => setChoosing(true)}>
          Pictures
        </Button>
      )}
      {choosing && (
        <MediaPicker
          kinds={['IMAGE']}
          onChoose={(files) => onChange([...pictures, ...files.flatMap((file) => pictureFrom(file) ?? [])].slice(0, mostPictures))}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
