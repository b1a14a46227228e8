import type { PageKind, PageSummary } from '@vitrine/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { kindNames, refusals, slugOf } from './text.ts'

/** Asks for the title; everything else is written where all of it is. */
export function NewPage({ taken, onClose }: { taken: readonly PageSummary[]; onClose: () => void }) {
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<PageKind>('OTHER')
  const navigate = useNavigate()
  const { act, busy } = useAct(refusals)
  const slug = slugOf(title)
  const free = (Object.keys(kindNames) as PageKind[]).filter((one) => one === 'OTHER' || taken.every((page) => page.kind !== one))
  const make = () =>
    void act(async () => {
      const { page } = await client.sitePages.createPage({ page: { kind, slug, title: title.trim() } })
      onClose()
      await navigate(`/pages/${page.id}`)
      return `${page.title} is made. Shoppers see it once it is published.`
    })
  return (
    <Dialog
      title="New page"
      about="A draft, until you publish it."
      does="Make the page"
      busy={busy}
      disabled={slug === ''}
      onDo={make}
      onClose={onClose}
    >
      <div className="stack">
        <TextField label="Title" maxLength={120} value={title} data-first="" onChange={({ target }) => setTitle(target.value)} />
        <SelectField label="What it is" value={kind} onChange={({ target }) => setKind(target.value as PageKind)}>
          {free.map((one) => (
            <option key={one} value={one}>
              {kindNames[one]}
            </option>
          ))}
        </SelectField>
      </div>
    </Dialog>
  )
}
