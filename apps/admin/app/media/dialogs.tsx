import type { FileDescriptor } from '@vitrine/contract'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, SelectField, TextField } from '../parts/field.tsx'
import { words } from './acts.ts'
import { pathText, rootFolder, type TreeFolder, withAllBelow } from './folders.ts'

interface Closes {
  onClose: () => void
}

/** A new folder, or another name for one. */
export function FolderDialog({ of, parentId, onClose }: Closes & { of?: TreeFolder; parentId?: string }) {
  const { act, busy } = useAct(words)
  const [name, setName] = useState(of?.name ?? '')
  const displayName = name.trim()
  const save = () =>
    void act(async () => {
      if (of) await client.folders.updateFolder({ folder: { id: of.id, displayName } })
      else await client.folders.createFolder({ displayName, ...(parentId !== undefined && { parentFolderId: parentId }) })
      onClose()
      return of ? `The folder is called ${displayName}.` : `The folder ${displayName} is made.`
    })
  return (
    <Dialog
      title={of ? `Rename ${of.name}` : 'New folder'}
      does={of ? 'Rename' : 'Make the folder'}
      busy={busy}
      disabled={displayName === ''}
      onDo={save}
      onClose={onClose}
    >
      <TextField label="Name" maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
    </Dialog>
  )
}

/** Into which folder something goes. */
function FolderField({
  tree,
  without,
  value,
  onChange,
}: {
  tree: readonly TreeFolder[]
  without?: ReadonlySet<string>
  value: string
  onChange: (id: string) => void
}) {
  return (
    <SelectField label="Folder" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value={rootFolder}>No folder</option>
      {tree
        .filter(({ id }) => !without?.has(id))
        .map(({ id }) => (
          <option key={id} value={id}>
            {pathText(tree, id)}
          </option>
        ))}
    </SelectField>
  )
}

/** Files into another folder. */
export function MoveFiles({
  of,
  tree,
  onMove,
  onClose,
}: Closes & { of: readonly FileDescriptor[]; tree: readonly TreeFolder[]; onMove: (folderId: string) => Promise<boolean> }) {
  const [folder, setFolder] = useState(rootFolder)
  const [busy, setBusy] = useState(false)
  const move = async () => {
    setBusy(true)
    if (await onMove(folder)) onClose()
    else setBusy(false)
  }
  return (
    <Dialog
      title={`Move ${of.length === 1 ? of[0]!.displayName : many(of.length, 'file')}`}
      about="Their addresses stay: what shows them goes on showing them."
      does={`Move ${many(of.length, 'file')}`}
      busy={busy}
      onDo={() => void move()}
      onClose={onClose}
    >
      <FolderField tree={tree} value={folder} onChange={setFolder} />
    </Dialog>
  )
}

/** A folder into another one. */
export function MoveFolder({ of, tree, onClose }: Closes & { of: TreeFolder; tree: readonly TreeFolder[] }) {
  const { act, busy } = useAct(words)
  const [parent, setParent] = useState(of.parentId)
  const move = () =>
    void act(async () => {
      await client.folders.updateFolder({ folder: { id: of.id, parentFolderId: parent } })
      onClose()
      return `${of.name} is moved.`
    })
  return (
    <Dialog title={`Move ${of.name}`} about="With all that lies in it." does="Move the folder" busy={busy} onDo={move} onClose={onClose}>
      <FolderField tree={tree} without={withAllBelow(tree, of.id)} value={parent} onChange={setParent} />
    </Dialog>
  )
}

/** Labels that all of the files get, or lose. */
export function LabelFiles({ of, onClose }: Closes & { of: readonly FileDescriptor[] }) {
  const { act, busy } = useAct(words)
  const [added, setAdded] = useState('')
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const there = [...new Set(of.flatMap(({ labels }) => labels))].toSorted((a, b) => a.localeCompare(b, 'en'))
  const more = added
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)
  const save = () =>
    void act(async () => {
      for (const { id, labels } of of) {
        const next = [...new Set([...labels.filter((label) => !gone.has(label)), ...more])]
        if (next.join('\n') !== labels.join('\n')) await client.files.updateFileDescriptor({ file: { id, labels: next } })
      }
      onClose()
      return `${many(of.length, 'file')} labelled.`
    })
  return (
    <Dialog
      title={`Label ${of.length === 1 ? of[0]!.displayName : many(of.length, 'file')}`}
      about="The search finds files by their labels."
      does="Save the labels"
      busy={busy}
      disabled={more.length === 0 && gone.size === 0}
      onDo={save}
      onClose={onClose}
    >
      <TextField
        label="Add labels"
        hint="Parted by commas."
        maxLength={400}
        value={added}
        onChange={({ target }) => setAdded(target.value)}
      />
      {there.length > 0 && (
        <fieldset className="stack-s">
          <legend>Take off</legend>
          {there.map((label) => (
            <Check
              key={label}
              checked={gone.has(label)}
              onChange={({ target }) =>
                setGone((before) => {
                  const after = new Set(before)
                  if (target.checked) after.add(label)
                  else after.delete(label)
                  return after
                })
              }
            >
              {label}
            </Check>
          ))}
        </fieldset>
      )}
    </Dialog>
  )
}

/** A file that lies elsewhere, by its address. */
export function FromLink({ folderId, onClose }: Closes & { folderId: string }) {
  const { act, busy } = useAct(words)
  const [url, setUrl] = useState('')
  const isAddress = URL.canParse(url.trim()) && /^https?:$/.test(new URL(url.trim()).protocol)
  const fetchIt = () =>
    void act(async () => {
      const { file } = await client.files.importFile({ url: url.trim(), parentFolderId: folderId })
      onClose()
      return `${file.displayName} is being fetched.`
    })
  return (
    <Dialog
      title="From a link"
      about="The shop fetches the file itself, and keeps a copy of its own."
      does="Fetch the file"
      busy={busy}
      disabled={!isAddress}
      onDo={fetchIt}
      onClose={onClose}
    >
      <TextField
        label="Address of the file"
        type="url"
        placeholder="https://"
        maxLength={2000}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        error={url.length > 8 && !isAddress ? 'It has to be an address that begins with https://' : undefined}
      />
    </Dialog>
  )
}

interface DeleteForGoodProps extends Closes {
  files: readonly FileDescriptor[]
  folders?: readonly TreeFolder[] | readonly { readonly id: string; readonly name: string }[]
}

const readAgainMs = [1000, 4000, 12_000]

/** The question before something is gone for good. */
export function DeleteForGood({ files, folders = [], onClose }: DeleteForGoodProps) {
  const { act, busy } = useAct(words)
  const { revalidate } = useRevalidator()
  const what = [files.length > 0 && many(files.length, 'file'), folders.length > 0 && many(folders.length, 'folder')]
    .filter(Boolean)
    .join(' and ')
  const remove = () =>
    void act(async () => {
      if (files.length > 0) await client.files.bulkDeleteFiles({ fileIds: files.map(({ id }) => id), permanent: true })
      if (folders.length > 0) await client.folders.bulkDeleteFolders({ folderIds: folders.map(({ id }) => id), permanent: true })
      onClose()
      // What lay in a folder is deleted in the background.
      if (folders.length > 0) for (const ms of readAgainMs) setTimeout(() => void revalidate(), ms)
      return `${what} deleted for good.`
    })
  return (
    <Dialog
      title={`Delete ${what} for good?`}
      about="Nobody can bring it back. Where it is still shown, there will be a gap."
      kind="danger"
      does={`Delete ${what}`}
      busy={busy}
      onDo={remove}
      onClose={onClose}
    >
      <ul className="plain stack-s">
        {[...folders.map(({ id, name }) => [id, name]), ...files.map(({ id, displayName }) => [id, displayName])]
          .slice(0, 8)
          .map(([id, name]) => (
            <li key={id}>{name}</li>
          ))}
        {files.length + folders.length > 8 && <li className="faint">{`and ${files.length + folders.length - 8} more`}</li>}
      </ul>
    </Dialog>
  )
}
