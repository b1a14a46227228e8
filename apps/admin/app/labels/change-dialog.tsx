import type { LabelledCollection, ProductJob, ProductLabel, ProductLabelKind } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, Radio, TextField } from '../parts/field.tsx'
import { consequences, kindWords } from './words.ts'

export type LabelAction = 'rename' | 'merge' | 'delete'

interface ChangeDialogProps {
  readonly kind: ProductLabelKind
  readonly of: ProductLabel
  readonly action: LabelAction
  readonly busy: boolean
  readonly onDo: (start: () => Promise<{ job: ProductJob }>, said: (products: string) => string) => void
  readonly onClose: () => void
}

const offered = 20

/** Asks what becomes of a brand or ribbon, and tells what follows from it. */
export function ChangeDialog({ kind, of, action, busy, onDo, onClose }: ChangeDialogProps) {
  const { one, most } = kindWords[kind]
  const [name, setName] = useState(of.name)
  const [into, setInto] = useState<ProductLabel>()
  const [follow, setFollow] = useState(true)
  const [collections, setCollections] = useState<readonly LabelledCollection[]>()
  useEffect(() => {
    const { signal, abort } = aborting()
    client.merchantProducts.getProductLabel({ kind, id: of.id }, { signal }).then(
      (answer) => setCollections(answer.collections),
      () => {},
    )
    return abort
  }, [kind, of.id])

  const { merchantProducts } = client
  const changeRules = follow
  const dialogs = {
    rename: {
      title: `Rename ${of.name}`,
      does: `Rename the ${one}`,
      can: name.trim() !== '' && name.trim() !== of.name,
      start: () => merchantProducts.renameProductLabel({ kind, id: of.id, name: name.trim(), changeRules }),
      said: (products: string) => `${of.name} is ${name.trim()} on ${products}.`,
    },
    merge: {
      title: `Merge ${of.name}`,
      does: into ? `Merge into ${into.name}` : 'Merge',
      can: into !== undefined,
      start: () => merchantProducts.mergeProductLabels({ kind, id: of.id, intoId: into!.id, changeRules }),
      said: (products: string) => `${of.name} is ${into!.name} on ${products}.`,
    },
    delete: {
      title: `Delete ${of.name}?`,
      does: `Delete the ${one}`,
      can: true,
      start: () => merchantProducts.deleteProductLabel({ kind, id: of.id }),
      said: (products: string) => `${of.name} is taken off ${products}.`,
    },
  } as const
  const { title, does, can, start, said } = dialogs[action]
  const isKept = action !== 'delete'
  return (
    <Dialog
      title={title}
      about={action === 'delete' ? `Its products stay, without a ${one}.` : undefined}
      does={does}
      {...(action === 'delete' && { kind: 'danger' as const })}
      busy={busy}
      disabled={!can || collections === undefined}
      onDo={() => onDo(start, said)}
      onClose={onClose}
    >
      <div className="stack">
        {action === 'rename' && (
          <TextField label="Name" value={name} maxLength={most} data-first="" onChange={({ target }) => setName(target.value)} />
        )}
        {action === 'merge' && <Into kind={kind} not={of} chosen={into} onChoose={setInto} />}
        {isKept && collections?.some((collection) => collection.follows) && (
          <Check checked={follow} onChange={({ target }) => setFollow(target.checked)}>
            Change rules of collections along with it
          </Check>
        )}
        <ul className="plain stack-s" aria-live="polite">
          {collections && consequences(of, collections, { isKept, follow }).map((line) => <li key={line}>{line}</li>)}
          <li className="soft">It can be undone for 30 days.</li>
        </ul>
      </div>
    </Dialog>
  )
}

interface IntoProps {
  readonly kind: ProductLabelKind
  readonly not: ProductLabel
  readonly chosen: ProductLabel | undefined
  readonly onChoose: (label: ProductLabel) => void
}

/** The others, those with the most products first. */
function Into({ kind, not, chosen, onChoose }: IntoProps) {
  const { one, more } = kindWords[kind]
  const [search, setSearch] = useState('')
  const [labels, setLabels] = useState<readonly ProductLabel[]>()
  useEffect(() => {
    const { signal, abort } = aborting()
    const asked = { kind, search: search.trim(), sort: 'PRODUCTS', limit: offered + 1 } as const
    client.merchantProducts.listProductLabels(asked, { signal }).then(
      (answer) => setLabels(answer.labels.filter(({ id }) => id !== not.id).slice(0, offered)),
      () => {},
    )
    return abort
  }, [kind, search, not.id])
  return (
    <>
      <TextField
        label={`Find the ${one} to merge it into`}
        type="search"
        value={search}
        maxLength={50}
        data-first=""
        onChange={({ target }) => setSearch(target.value)}
      />
      <fieldset className="stack-s scrolls">
        <legend>Merge into</legend>
        {labels?.length === 0 && <p className="soft">{`There are no other ${more} of this name.`}</p>}
        {labels?.map((label) => (
          <Radio
            key={label.id}
            name="into"
            checked={chosen?.id === label.id}
            onChange={() => onChoose(label)}
            hint={many(label.products, 'product')}
          >
            {label.name}
          </Radio>
        ))}
      </fieldset>
    </>
  )
}

function aborting(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
