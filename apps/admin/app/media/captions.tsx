import type { FileDescriptor, FilmCaption } from '@vitrine/contract'
import { Captions as CaptionsIcon, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { words } from './acts.ts'
import { languageIn, languageName } from './languages.ts'

const captionWords: Readonly<Record<string, string>> = {
  ...words,
  MEDIA_QUOTA_EXCEEDED: 'There is no room for more files. Delete files for good, or raise the quota in the settings.',
  UPLOAD_NOT_TAKEN: 'These are no captions: WebVTT or SubRip is taken, with a time for each text.',
  INVALID_ARGUMENT: 'The language is written as in en or pt-BR.',
  PAYLOAD_TOO_LARGE: 'There is more text in it than captions may have.',
}

/** What is said in a film, by language: added from a file, and taken away. */
export function Captions({ of, mayChange }: { of: FileDescriptor; mayChange: boolean }) {
  const { act, busy } = useAct(captionWords)
  const [changes, setChanges] = useState(0)
  const [chosen, setChosen] = useState<File>()
  const input = useRef<HTMLInputElement>(null)
  const found = useAnswer({
    ask: (signal) => client.films.listCaptions({ fileId: of.id }, { signal }),
    of: of.id,
    again: changes,
    ms: 0,
  })
  const remove = ({ language, label }: FilmCaption) =>
    void act(async () => {
      await client.mediaLibrary.deleteCaption({ fileId: of.id, language })
      setChanges((count) => count + 1)
      return `The captions ${label} are removed.`
    })
  if (!found || (found.captions.length === 0 && !mayChange)) return null
  return (
    <div>
      <h2>Captions</h2>
      <ul className="uses">
        {found.captions.map((caption) => (
          <li key={caption.language}>
            <Icon of={CaptionsIcon} />
            <span className="grow">
              <a className="a" href={new URL(caption.url).pathname} target="_blank" rel="noopener noreferrer">
                {caption.label}
              </a>
              {`, ${caption.language}`}
            </span>
            {mayChange && (
              <IconButton
                small
                icon={Trash2}
                name={`Remove the captions ${caption.label}`}
                disabled={busy}
                onClick={() => remove(caption)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <>
          <Button icon={Plus} onClick={() => input.current?.click()}>
            Add captions
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".vtt,.srt,text/vtt"
            aria-label="Captions to add"
            onChange={({ target }) => {
              setChosen(target.files?.[0])
              target.value = ''
            }}
          />
        </>
      )}
      {chosen && (
        <AddCaptions
          fileId={of.id}
          file={chosen}
          onClose={(changed) => {
            setChosen(undefined)
            if (changed) setChanges((count) => count + 1)
          }}
        />
      )}
    </div>
  )
}

function AddCaptions({ fileId, file, onClose }: { fileId: string; file: File; onClose: (changed: boolean) => void }) {
  const { act, busy } = useAct(captionWords)
  const [language, setLanguage] = useState(() => languageIn(file.name))
  const [label, setLabel] = useState<string>()
  const named = label ?? languageName(language)
  const save = () =>
    void act(async () => {
      await client.mediaLibrary.setCaption({ fileId, language, label: named, content: await file.text() })
      onClose(true)
      return `The captions ${named} are added.`
    })
  return (
    <Dialog
      title="Add captions"
      about={file.name}
      does="Add the captions"
      busy={busy}
      disabled={language.length < 2 || named.trim() === ''}
      onDo={save}
      onClose={() => onClose(false)}
    >
      <TextField
        label="Language"
        hint="As in en, de or pt-BR. Captions in the same language are replaced."
        maxLength={35}
        value={language}
        onChange={({ target }) => setLanguage(target.value.trim())}
      />
      <TextField label="Name in the menu" maxLength={100} value={named} onChange={({ target }) => setLabel(target.value)} />
    </Dialog>
  )
}
