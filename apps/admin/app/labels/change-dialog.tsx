import type { LabelledCollection, ProductLabel, ProductLabelKind } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, Radio, TextField } from '../parts/field.tsx'
import type { Start } from './carry-out.ts'
import { consequences, kindText, listed } from './text.ts'

export type LabelAction = 'rename' | 'merge' | 'delete'

interface ChangeDialogProps {
  readonly kind: ProductLabelKind
  /** One, or several that are merged. */
  readonly of: readonly [ProductLabel, ...ProductLabel[]]
  readonly action: LabelAction
  readonly busy: boolean
  readonly onDo: (starts: readonly Start[], said: (products: string) => string) => void
  readonly onClose: () => void
}

const offered = 20

interface Used {
  readonly label: ProductLabel
  readonly collections: readonly LabelledCollection[]
}

/** Asks what becomes of a brand or ribbon, and tells what follows from it. */
export function ChangeDialog({ kind, of, action, busy, onDo, onClose }: ChangeDialogProps) {
  const { one, more, most } = kindText[kind]
  const [first] = of
  const [name, setName] = useState(first.name)
  const [into, setInto] = useState<ProductLabel>()
  const [follow, setFollow] = useState(true)
  const [used, setUsed] = useState<readonly Used[]>()
  const ids = of.map(({ id }) => id).join()
  useEffect(() => {
    const { signal, abort } = aborting()
    Promise.all(ids.split(',').map((id) => client.merchantProducts.getProductLabel({ kind, id }, { signal }))).then(setUsed, () => {})
    return abort
  }, [kind, ids])

  const { merchantProducts } = client
  const changeRules = follow
  const sources = of.filter(({ id }) => id !== into?.id)
  const dialogs = {
    rename: {
      title: `Rename ${first.name}`,
      does: `Rename the ${one}`,
      can: name.trim() !== '' && name.trim() !== first.name,
      starts: [() => merchantProducts.renameProductLabel({ kind, id: first.id, name: name.trim(), changeRules })],
      said: (products: string) => `${first.name} is ${name.trim()} on ${products}.`,
    },
    merge: {
      title: of.length === 1 ? `Merge ${first.name}` : `Merge ${many(of.length, one, more)}`,
      does: into ? `Merge into ${into.name}` : 'Merge',
      can: into !== undefined,
      starts: sources.map(
        ({ id }) =>
          () =>
            merchantProducts.mergeProductLabels({ kind, id, intoId: into!.id, changeRules }),
      ),
      said: (products: string) =>
        `${listed(sources.map((label) => label.name))} ${sources.length === 1 ? 'is' : 'are'} ${into!.name} on ${products}.`,
    },
    delete: {
      title: `Delete ${first.name}?`,
      does: `Delete the ${one}`,
      can: true,
      starts: [() => merchantProducts.deleteProductLabel({ kind, id: first.id })],
      said: (products: string) => `${first.name} is taken off ${products}.`,
    },
  } as const
  const { title, does, can, starts, said } = dialogs[action]
  const changed = used?.filter(({ label }) => label.id !== into?.id)
  const products = changed?.reduce((sum, { label }) => sum + label.products, 0) ?? 0
  const collections = changed?.flatMap((each) => each.collections).filter(({ id }, i, all) => all.findIndex((each) => each.id === id) === i)
  const isSaved = action !== 'delete'
  return (
    <Dialog
      title={title}
      about={action === 'delete' ? `Its products stay, without a ${one}.` : undefined}
      does={does}
      {...(action === 'delete' && { kind: 'danger' as const })}
      busy={busy}
      disabled={!can || used === undefined}
      onDo={() => onDo(starts, said)}
      onClose={onClose}
    >
      <div className="stack">
        {action === 'rename' && (
          <TextField label="Name" value={name} maxLength={most} data-first="" onChange={({ target }) => setName(target.value)} />
        )}
        {action === 'merge' && <Into kind={kind} merged={of} chosen={into} onChoose={setInto} />}
        {isSaved && collections?.some((collection) => collection.follows) && (
          <Check checked={follow} onChange={({ target }) => setFollow(target.checked)}>
            Change rules of collections along with it
          </Check>
        )}
        <ul className="plain stack-s" aria-live="polite">
          {collections && consequences(products, collections, { isSaved, follow }).map((line) => <li key={line}>{line}</li>)}
          <li className="soft">It can be undone for 30 days.</li>
        </ul>
      </div>
    </Dialog>
  )
}

interface IntoProps {
  readonly kind: ProductLabelKind
  /** One of several that are merged can be what they become; it alone cannot become itself. */
  readonly merged: readonly ProductLabel[]
  readonly chosen: ProductLabel | undefined
  readonly onChoose: (label: ProductLabel) => void
}

/** The others, those with the most products first. */
function Into({ kind, merged, chosen, onChoose }: IntoProps) {
  const { one, more } = kindText[kind]
  const [search, setSearch] = useState('')
  const [labels, setLabels] = useState<readonly ProductLabel[]>()
  useEffect(() => {
    const { signal, abort } = aborting()
    const asked = { kind, search: search.trim(), sort: 'PRODUCTS', limit: offered + 1 } as const
    client.merchantProducts.listProductLabels(asked, { signal }).then(
      (answer) => setLabels(answer.labels.slice(0, offered)),
      () => {},
    )
    return abort
  }, [kind, search])
  const isMerged = ({ id }: ProductLabel) => merged.some((each) => each.id === id)
  const first = merged.length > 1 && search.trim() === '' ? merged : []
  const shown = labels && [...first, ...labels.filter((label) => !isMerged(label) || (merged.length > 1 && search.trim() !== ''))]
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
        {shown?.length === 0 && <p className="soft">{`There are no other ${more} of this name.`}</p>}
        {shown?.map((label) => (
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
