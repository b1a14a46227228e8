import {
  EllipsisVertical,
  Folder as FolderIcon,
  FolderInput,
  FolderOpen,
  LayoutGrid,
  Lock,
  PenLine,
  Plus,
  Trash2,
  Unlink,
  UserRound,
} from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Link } from 'react-router'
import { many } from '../list/many.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuGroup, MenuItem } from '../parts/menu.tsx'
import { useStrip } from '../parts/strip.ts'
import { privateFiles, rootFolder, type TreeFolder, trashFolder, unusedFiles, visitorFolder } from './folders.ts'
import type { Place } from './read.ts'

/** What is dragged when files of the library are. */
export const draggedFiles = 'application/x-vitrine-files'

export interface FolderActs {
  readonly onNew: (parentId: string) => void
  readonly onRename: (folder: TreeFolder) => void
  readonly onMove: (folder: TreeFolder) => void
  readonly onTrash: (folder: TreeFolder) => void
  /** Files were dropped on a folder. */
  readonly onDrop: (folderId: string, transfer: DataTransfer) => void
}

interface FolderTreeProps {
  place: Place
  tree: readonly TreeFolder[]
  at: string | undefined
  to: (folder: string | undefined) => string
  /** Whoever may only look has none. */
  acts: FolderActs | undefined
}

/** The folders, with how many files lie in each. */
export function FolderTree({ place, tree, at, to, acts }: FolderTreeProps) {
  const row = (
    id: string | undefined,
    name: string,
    icon: typeof FolderIcon,
    depth: number,
    count: number | undefined,
    folder?: TreeFolder,
  ) => (
    <Row
      key={id ?? 'all'}
      id={id}
      name={name}
      icon={icon}
      depth={depth}
      count={count}
      isHere={at === id}
      to={to(id)}
      acts={acts}
      folder={folder}
    />
  )
  const visitors = place.counts.get(visitorFolder) ?? 0
  const list = useStrip(at, place)
  return (
    <nav className="picklist" aria-label="Folders">
      <ul ref={list}>
        {row(undefined, 'All files', LayoutGrid, 0, place.files)}
        {row(rootFolder, 'No folder', at === rootFolder ? FolderOpen : FolderIcon, 1, place.counts.get(rootFolder) ?? 0)}
        {tree.map((folder) =>
          row(
            folder.id,
            folder.name,
            at === folder.id ? FolderOpen : FolderIcon,
            folder.depth + 1,
            place.counts.get(folder.id) ?? 0,
            folder,
          ),
        )}
        {visitors > 0 && row(visitorFolder, 'From visitors', UserRound, 1, visitors)}
        {row(privateFiles, 'Private', Lock, 1, undefined)}
        {row(unusedFiles, 'Not used', Unlink, 1, undefined)}
        {row(trashFolder, 'Trash', Trash2, 0, place.trashed)}
        {place.trashDays !== undefined && (
          <li className="emptied">
            <p className="faint small">{`The trash empties itself after ${many(place.trashDays, 'day')}.`}</p>
          </li>
        )}
        {acts && (
          <li className="new">
            <Button kind="ghost" small icon={Plus} onClick={() => acts.onNew(tree.some(({ id }) => id === at) ? at! : rootFolder)}>
              New folder
            </Button>
          </li>
        )}
      </ul>
    </nav>
  )
}

interface RowProps {
  id: string | undefined
  name: string
  icon: typeof FolderIcon
  depth: number
  count: number | undefined
  isHere: boolean
  to: string
  acts: FolderActs | undefined
  folder: TreeFolder | undefined
}

function Row({ id, name, icon, depth, count, isHere, to, acts, folder }: RowProps) {
  const [over, setOver] = useState(false)
  const target = folder || id === rootFolder || id === trashFolder ? id : undefined
  const takes =
    acts && target !== undefined
      ? {
          onDragOver(event: DragEvent) {
            if (target === trashFolder && !event.dataTransfer.types.includes(draggedFiles)) return
            event.preventDefault()
            event.stopPropagation()
            setOver(true)
          },
          onDragLeave: () => setOver(false),
          onDrop(event: DragEvent) {
            event.preventDefault()
            event.stopPropagation()
            setOver(false)
            acts.onDrop(target, event.dataTransfer)
          },
        }
      : {}
  return (
    <li {...(isHere && { 'data-on': '' })} {...(over && { 'data-over': '' })} {...takes}>
      <Link to={to} style={{ paddingInlineStart: `${18 + depth * 12}px` }} aria-current={isHere ? 'true' : undefined}>
        <Icon of={icon} />
        <span className="grow ell">{name}</span>
        {count !== undefined && (
          <span className="count">
            {count.toLocaleString('en-GB')}
            <span className="vh">{count === 1 ? ' file' : ' files'}</span>
          </span>
        )}
      </Link>
      {acts && folder && (
        <Menu
          label={`Folder ${name}`}
          button={
            <button type="button" className="btn ghost only small" aria-label={`What to do with the folder ${name}`}>
              <Icon of={EllipsisVertical} />
            </button>
          }
        >
          <MenuItem icon={Plus} onChoose={() => acts.onNew(folder.id)}>
            New folder in it
          </MenuItem>
          <MenuItem icon={PenLine} onChoose={() => acts.onRename(folder)}>
            Rename
          </MenuItem>
          <MenuItem icon={FolderInput} onChoose={() => acts.onMove(folder)}>
            Move
          </MenuItem>
          <MenuGroup>
            <MenuItem icon={Trash2} warns onChoose={() => acts.onTrash(folder)}>
              To trash
            </MenuItem>
          </MenuGroup>
        </Menu>
      )}
    </li>
  )
}
