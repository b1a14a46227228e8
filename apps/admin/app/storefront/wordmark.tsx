import type { Picture } from '@vitrine/contract'
import { useState } from 'react'
import { MediaPicker } from '../media/picker.tsx'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import type { Draft } from './draft.ts'
import { pathOf, pictureFrom } from './pictures.ts'

interface WordmarkProps {
  of: Draft['wordmark']
  notice: string
  disabled: boolean
  onChange: (wordmark: Draft['wordmark']) => void
  onNotice: (notice: string) => void
}

/** What stands over every page: the name of the shop, in words or as a picture, and an announcement. */
export function Wordmark({ of: { text, picture }, notice, disabled, onChange, onNotice }: WordmarkProps) {
  const [choosing, setChoosing] = useState(false)
  const put = (next: Picture | undefined) => onChange({ text, ...(next && { picture: next }) })
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Wordmark</h2>
      </header>
      <div className="stack-s">
        <div className="row wraps">
          <div className="seg" role="group" aria-label="Wordmark">
            <button type="button" aria-pressed={!picture} disabled={disabled} onClick={() => put(undefined)}>
              Words
            </button>
            <button type="button" aria-pressed={picture !== undefined} disabled={disabled} onClick={() => setChoosing(true)}>
              Picture
            </button>
          </div>
          {picture && <img className="wordmark-picture" src={`${pathOf(picture)}/fit/w_320,h_80`} alt="" height={30} />}
          {picture && !disabled && (
            <Button small onClick={() => setChoosing(true)}>
              Choose another picture
            </Button>
          )}
        </div>
        <TextField
          label="Words"
          hint={picture ? 'Read out in place of the picture, and shown in emails.' : undefined}
          maxLength={60}
          disabled={disabled}
          value={text}
          onChange={({ target }) => onChange({ text: target.value, ...(picture && { picture }) })}
        />
        <TextField
          label="Announcement"
          optional
          hint="One line over every page. Phones show its first sentence."
          maxLength={300}
          disabled={disabled}
          value={notice}
          onChange={({ target }) => onNotice(target.value)}
        />
      </div>
      {choosing && (
        <MediaPicker kinds={['IMAGE']} single onChoose={([file]) => file && put(pictureFrom(file))} onClose={() => setChoosing(false)} />
      )}
    </section>
  )
}
