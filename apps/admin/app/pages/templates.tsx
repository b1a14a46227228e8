import type { PageSummary, PageTemplateRegion } from '@vitrine/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, SelectField } from '../parts/field.tsx'
import { refusals } from './text.ts'

/** Makes drafts of the pages that a shop of a region needs. */
export function Templates({ taken, onClose }: { taken: readonly PageSummary[]; onClose: () => void }) {
  const [region, setRegion] = useState<PageTemplateRegion>()
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const navigate = useNavigate()
  const { act, busy } = useAct(refusals)
  const found = useAnswer({
    ask: (signal) => client.sitePages.listTemplates({ ...(region && { region }) }, { signal }),
    of: region ?? '',
    ms: 0,
  })
  const templates = found?.templates ?? []
  const isThere = (kind: string) => taken.some((page) => page.kind === kind)
  const chosen = templates.filter(({ kind }) => !isThere(kind) && !without.has(kind)).map(({ kind }) => kind)
  const make = () =>
    void act(async () => {
      const { pages } = await client.sitePages.createPagesFromTemplates({ region: found!.region, kinds: chosen })
      onClose()
      if (pages[0]) await navigate(`/pages/${pages[0].id}`)
      return `${many(pages.length, 'draft')} made. Fill in what stands in [brackets], then publish.`
    })
  return (
    <Dialog
      title="Pages from templates"
      about="Drafts with the facts of your settings. They are a start and no legal advice: have them checked by a lawyer before you publish."
      does={chosen.length === 0 ? 'Make the drafts' : `Make ${many(chosen.length, 'draft')}`}
      busy={busy}
      disabled={chosen.length === 0}
      onDo={make}
      onClose={onClose}
    >
      <SelectField
        label="By the law of"
        value={region ?? found?.region ?? ''}
        onChange={({ target }) => setRegion(target.value as PageTemplateRegion)}
      >
        <option value="EU">the European Union</option>
        <option value="US">the United States</option>
      </SelectField>
      <div className="stack template-list" role="group" aria-label="Pages">
        {templates.map(({ kind, title }) => (
          <Check
            key={kind}
            checked={isThere(kind) || !without.has(kind)}
            disabled={isThere(kind)}
            hint={isThere(kind) ? 'is there already' : undefined}
            onChange={({ target }) => {
              const next = new Set(without)
              if (target.checked) next.delete(kind)
              else next.add(kind)
              setWithout(next)
            }}
          >
            {title}
          </Check>
        ))}
      </div>
    </Dialog>
  )
}
