import type { FileDescriptor } from '@vitrine/contract'
import { Lock } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { Rows } from '../list/use-rows.ts'
import { Check } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { draggedFiles } from './folder-tree.tsx'
import { bytesOf, kindName, sizeText } from './text.ts'
import { TilePicture } from './tile-picture.tsx'

export interface ViewProps {
  files: readonly FileDescriptor[]
  rows: Rows
  /** The one that is open beside. */
  open: string | undefined
  mayPick: boolean
  onOpen: (id: string) => void
}

/** What stands below a file's name where something is to be said of it. */
export const stateText = (file: FileDescriptor): string =>
  file.operationStatus === 'PENDING' ? 'Being prepared' : file.operationStatus === 'FAILED' ? 'Failed' : sizeText(bytesOf(file))

/** Takes those that are picked along, or the one that is dragged. */
export function dragOf(file: FileDescriptor, picked: ReadonlySet<string>) {
  return {
    draggable: true,
    onDragStart(event: DragEvent) {
      const ids = picked.has(file.id) ? [...picked] : [file.id]
      event.dataTransfer.setData(draggedFiles, JSON.stringify(ids))
      event.dataTransfer.setData('text/uri-list', file.url)
      event.dataTransfer.effectAllowed = 'copyMove'
    },
  }
}

const arrows: Readonly<Record<string, (columns: number) => number>> = {
  ArrowRight: () => 1,
  ArrowLeft: () => -1,
  ArrowDown: (columns) => columns,
  ArrowUp: (columns) => -columns,
  Home: () => -Infinity,
  End: () => Infinity,
}

/** Files as pictures. The arrow keys go from one to the next, and one row up and down. */
export function Tiles({ files, rows, open, mayPick, onOpen }: ViewProps) {
  const list = useRef<HTMLUListElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('button[data-file]') ?? [])]
  useEffect(() => {
    if (rows.at >= 0) list.current?.children[rows.at]?.scrollIntoView({ block: 'nearest' })
  }, [rows.at])
  const hear = (at: number) => (event: KeyboardEvent) => {
    const step = arrows[event.key]
    if (!step || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    const all = buttons()
    const top = all[0]!.offsetTop
    const columns = Math.max(1, all.filter(({ offsetTop }) => offsetTop === top).length)
    const to = Math.max(0, Math.min(all.length - 1, at + step(columns)))
    rows.goTo(to)
    all[to]!.focus()
  }
  const press = (id: string) => (event: MouseEvent) => {
    if (mayPick && (event.shiftKey || event.metaKey || event.ctrlKey)) rows.pick(id, event.shiftKey)
    else onOpen(id)
  }
  const stop = rows.at < 0 ? 0 : rows.at
  return (
    <ul className="lib of-files" ref={list} aria-label="Files">
      {files.map((file, at) => (
        <li
          key={file.id}
          {...((file.id === open || rows.picked.has(file.id)) && { 'data-on': '' })}
          {...(at === rows.at && { 'data-focus': '' })}
          {...(mayPick && dragOf(file, rows.picked))}
        >
          <button
            type="button"
            data-file={file.id}
            tabIndex={at === stop ? 0 : -1}
            aria-current={file.id === open ? 'true' : undefined}
            onClick={press(file.id)}
            onKeyDown={hear(at)}
            onFocus={() => rows.goTo(at)}
          >
            <TilePicture of={file} width={150} height={188} tall />
            <span className="n">{file.displayName}</span>
            <span className={file.operationStatus === 'FAILED' ? 'down small' : 'faint small'}>
              {file.private && <Icon of={Lock} small />} {stateText(file)}
              <span className="vh">, {file.private ? `private ${kindName(file)}` : kindName(file)}</span>
            </span>
          </button>
          {mayPick && (
            <span className="pick">
              <Check hidden checked={rows.picked.has(file.id)} onChange={() => rows.pick(file.id)}>
                Select {file.displayName}
              </Check>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
