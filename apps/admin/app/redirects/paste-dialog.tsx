import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextArea } from '../parts/field.tsx'
import { readPasted } from './pasted.ts'
import { refusals } from './text.ts'

/** So many are sent at once. */
const mostAtOnce = 1000

/** Takes over a list of old addresses, pasted or from a CSV file. */
export function PasteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const { act, busy } = useAct(refusals)
  const { redirects, unread } = readPasted(text, window.location.origin)
  const start = () =>
    void act(async () => {
      const sum = { created: 0, changed: 0, refused: 0 }
      for (let at = 0; at < redirects.length; at += mostAtOnce) {
        const done = await client.siteRedirects.importRedirects({ redirects: redirects.slice(at, at + mostAtOnce) })
        sum.created += done.created
        sum.changed += done.changed
        sum.refused += done.refused.length
      }
      onClose()
      return [
        `${many(sum.created, 'redirect')} made`,
        ...(sum.changed > 0 ? [`${sum.changed} changed`] : []),
        ...(sum.refused > 0 ? [`${sum.refused} refused, because they lead in a circle or are too many`] : []),
      ].join(', ')
    })
  return (
    <Dialog
      wide
      title="Import redirects"
      about="A line for each: old address, new address. Redirects that are there are changed."
      does={redirects.length === 0 ? 'Import' : `Import ${many(redirects.length, 'redirect')}`}
      says={unread.length > 0 ? `Cannot be read: ${unread.length === 1 ? 'line' : 'lines'} ${unread.slice(0, 10).join(', ')}` : undefined}
      busy={busy}
      disabled={redirects.length === 0}
      onDo={start}
      onClose={onClose}
    >
      <div className="stack">
        <TextArea
          label="List"
          rows={10}
          placeholder={'/shop/tassen/morgenbecher, /products/morning-mug\n/en/*, /*'}
          value={text}
          data-first=""
          onChange={({ target }) => setText(target.value)}
        />
        <label className="field">
          <span>Or a CSV file</span>
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
          />
        </label>
      </div>
    </Dialog>
  )
}
