import { useState } from 'react'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { TextArea } from '../../parts/field.tsx'
import { refusalText } from './text.ts'

interface NoteProps {
  id: string
  note?: string | undefined
  readOnly: boolean
  onWrite?: () => void
}

/** For whoever packs it; saved when one leaves the field. */
export function Note({ id, note = '', readOnly, onWrite }: NoteProps) {
  const { act } = useAct(refusalText)
  const [text, setText] = useState(note)
  if (readOnly && !note) return null
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Note</h2>
      </header>
      {readOnly ? (
        <p>{note}</p>
      ) : (
        <TextArea
          hidden
          label="Note for the packer"
          placeholder="For whoever packs it; the buyer does not see it"
          rows={2}
          maxLength={1000}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            onWrite?.()
          }}
          onBlur={() => {
            if (text.trim() !== note)
              void act(async () => {
                await client.draftAdmin.updateDraft({ id, note: text.trim() || null })
                return 'The note is saved.'
              })
          }}
        />
      )}
    </section>
  )
}
