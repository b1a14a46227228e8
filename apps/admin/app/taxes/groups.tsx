import { Pencil, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { useTogether } from '../parts/conflict.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import type { Taxed } from './taxed.ts'

type Kind = 'products' | 'buyers'
interface Group {
  readonly id: string
  readonly name: string
  readonly revision: string
}

const calls = {
  products: {
    read: async (taxGroupId: string): Promise<Group> => (await client.taxGroups.getTaxGroup({ taxGroupId })).taxGroup,
    make: (name: string) => client.taxGroups.createTaxGroup({ taxGroup: { name } }),
    rename: (taxGroup: Group) => client.taxGroups.updateTaxGroup({ taxGroup }),
    remove: (taxGroupId: string) => client.taxGroups.deleteTaxGroup({ taxGroupId }),
  },
  buyers: {
    read: async (taxExemptGroupId: string): Promise<Group> =>
      (await client.taxExemptGroups.getTaxExemptGroup({ taxExemptGroupId })).taxExemptGroup,
    make: (name: string) => client.taxExemptGroups.createTaxExemptGroup({ taxExemptGroup: { name } }),
    rename: (taxExemptGroup: Group) => client.taxExemptGroups.updateTaxExemptGroup({ taxExemptGroup }),
    remove: (taxExemptGroupId: string) => client.taxExemptGroups.deleteTaxExemptGroup({ taxExemptGroupId }),
  },
}

const words = {
  products: {
    title: 'Tax groups',
    about: 'Products under the same rates. Those without a group belong to the first.',
    one: 'tax group',
    gone: 'Its products are taxed as those of the first group from then on, and its rates are deleted.',
  },
  buyers: {
    title: 'Exemptions',
    about: 'Buyers who pay other rates, or none: embassies, resellers. What they pay is said with each rate.',
    one: 'exemption',
    gone: 'Its buyers pay what all pay from then on.',
  },
} as const

/** Which products and which buyers have rates of their own. */
export function Groups({ taxed, mayWrite }: { taxed: Taxed; mayWrite: boolean }) {
  const [open, setOpen] = useState<{ kind: Kind; group?: Group; deleting?: boolean }>()
  const list = (kind: Kind, groups: readonly Group[]) => (
    <section className="sec">
      <header className="sec-h">
        <h2>{words[kind].title}</h2>
        <p>{words[kind].about}</p>
      </header>
      <div className="stack-s">
        <ul className="picked">
          {groups.map((group, i) => (
            <li key={group.id}>
              <b className="grow">{group.name}</b>
              {mayWrite && !(kind === 'products' && i === 0) && (
                <>
                  <IconButton icon={Pencil} small name={`Rename ${group.name}`} onClick={() => setOpen({ kind, group })} />
                  <IconButton icon={X} small name={`Delete ${group.name}`} onClick={() => setOpen({ kind, group, deleting: true })} />
                </>
              )}
            </li>
          ))}
          {groups.length === 0 && <li className="soft">Nobody: every buyer pays what all pay.</li>}
        </ul>
        {mayWrite && (
          <div className="row">
            <Button small icon={Plus} onClick={() => setOpen({ kind })}>
              {kind === 'products' ? 'Group' : 'Exemption'}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
  return (
    <>
      {list('products', taxed.groups)}
      {list('buyers', taxed.exempt)}
      {open && <GroupDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function GroupDialog({ kind, group, deleting, onClose }: { kind: Kind; group?: Group; deleting?: boolean; onClose: () => void }) {
  const { act, busy } = useAct()
  const [name, setName] = useState(group?.name ?? '')
  const { one, gone } = words[kind]
  const together = useTogether<'name'>({
    names: { name: 'Name' },
    what: `the ${one}`,
    read: async () => {
      const now = await calls[kind].read(group!.id)
      return { values: { name: now.name }, revision: now.revision }
    },
    write: (values, revision) => calls[kind].rename({ id: group!.id, revision, name: values.name }),
  })
  const save = async () => {
    const done = await act(async () => {
      if (deleting && group) {
        await calls[kind].remove(group.id)
        return `${group.name} deleted.`
      }
      if (group) return (await together.save({ name: group.name }, { name: name.trim() })) ? `${name.trim()} saved.` : undefined
      await calls[kind].make(name.trim())
      return `${name.trim()} made. It has no rates yet.`
    })
    if (done) onClose()
  }
  if (together.dialog) return together.dialog
  if (deleting && group)
    return (
      <Dialog
        title={`Delete ${group.name}?`}
        about={gone}
        does="Delete it"
        kind="danger"
        cancel="Keep it"
        busy={busy}
        onDo={() => void save()}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={group ? `Rename ${group.name}` : `New ${one}`}
      does={group ? 'Save the name' : `Make the ${one}`}
      busy={busy}
      disabled={name.trim() === ''}
      onDo={() => void save()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} maxLength={100} data-first="" onChange={({ target }) => setName(target.value)} />
    </Dialog>
  )
}
