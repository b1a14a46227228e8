import type { FileDescriptor } from '@vitrine/contract'
import { FolderUp, Link as LinkIcon, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useRows } from '../list/use-rows.ts'
import { useSettled } from '../list/use-settled.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { withParams } from '../parts/params.ts'
import { useAddress } from '../parts/use-address.ts'
import { useActions } from '../shell/actions.ts'
import { BrokenText } from '../shell/broken.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { download, moveTo, restore, toTrash, words } from './acts.ts'
import { type Asking, AskingDialog } from './asking.tsx'
import { ChooseFiles, useFileInputs } from './choose-files.tsx'
import { Details } from './details.tsx'
import { draggedFiles, FolderTree } from './folder-tree.tsx'
import { privateFiles, rootFolder, trashFolder, treeOf, unusedFiles } from './folders.ts'
import { LibraryTools } from './library-tools.tsx'
import { Lines } from './lines.tsx'
import { NoFiles } from './no-files.tsx'
import { PickedBar } from './picked-bar.tsx'
import { askedBy, type Loaded, type Place } from './read.ts'
import { sizeText } from './text.ts'
import { Tiles } from './tiles.tsx'
import { TrashedFolders } from './trashed-folders.tsx'
import { type Chosen, chosenFrom } from './uploads/dropped.ts'
import { UploadPanel } from './uploads/panel.tsx'
import { sendAll } from './uploads/queue.ts'
import { useDrop } from './use-drop.ts'
import { useFile } from './use-file.ts'
import { useFresh } from './use-fresh.ts'
import { usePages } from './use-pages.ts'

const nothingYet: Place = { folders: [], files: 0, bytes: 0, quota: 0, trashed: 0, trashDays: undefined, counts: new Map() }

/** The shop's files, in folders. */
export function Media() {
  const loaded = useLoaderData<Loaded>()
  const place = useSettled(loaded.place)
  const page = useSettled(loaded.page)
  const trashedFolders = useSettled(loaded.trashedFolders)
  const [params, changeAddress] = useAddress()
  const asked = askedBy(params)
  const { revalidate } = useRevalidator()
  const mayWrite = useMay()('products.write')
  const { act } = useAct(words)
  const tree = useMemo(() => treeOf(place.value?.folders ?? []), [place.value])
  const pages = usePages(asked, page.value)
  const { files } = pages
  const ids = useMemo(() => files.map(({ id }) => id), [files])
  const rows = useRows(ids)
  const picked = files.filter(({ id }) => rows.picked.has(id))
  const open = useFile(params.get('file') ?? undefined, files)
  const [asking, setAsking] = useState<Asking>()
  const inputs = useFileInputs()
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Media' }])

  const isTrash = asked.folder === trashFolder
  const isList = params.get('show') === 'list'
  const into = tree.some(({ id }) => id === asked.folder) ? asked.folder! : rootFolder
  const set = (changes: Readonly<Record<string, string | undefined>>, replace = false) =>
    changeAddress((from) => withParams(from, changes), { replace })
  const to = (folder: string | undefined) => {
    const after = withParams(params, { file: undefined, q: undefined, folder })
    return `/media${after.size > 0 ? `?${after}` : ''}`
  }
  const show = (id: string | undefined) => set({ file: id }, params.has('file'))
  const step = (by: number) => {
    if (files.length === 0) return
    const at = Math.max(0, Math.min(files.length - 1, (open ? ids.indexOf(open.id) : rows.at) + by))
    rows.goTo(at)
    if (open) show(ids[at])
  }
  const send = (chosen: readonly Chosen[], folderId = into) => sendAll(chosen, { folderId, isPrivate: asked.folder === privateFiles })
  useFresh(files, () => void revalidate())

  const trash = (which: readonly FileDescriptor[]) =>
    void act(async () => {
      const done = await toTrash(which, (undone) => void act(() => restore(undone)))
      if (open && which.some(({ id }) => id === open.id)) show(undefined)
      rows.clear()
      return done
    })
  const bringBack = (which: readonly FileDescriptor[]) =>
    void act(async () => {
      const done = await restore(which)
      show(undefined)
      rows.clear()
      return done
    })
  const trashFolderOf = (id: string, name: string) =>
    void act(async () => {
      await client.folders.bulkDeleteFolders({ folderIds: [id] })
      if (asked.folder === id) set({ folder: undefined })
      return {
        says: `${name} is in the trash, with all that lies in it.`,
        undo: () =>
          void act(async () => {
            await client.folders.bulkRestoreFoldersFromTrashBin({ folderIds: [id] })
            return `${name} is back.`
          }),
      }
    })
  const drop = (folderId: string, transfer: DataTransfer) => {
    const dragged = transfer.getData(draggedFiles)
    if (dragged === '') return void chosenFrom(transfer).then((chosen) => send(chosen, folderId))
    const wanted = new Set(JSON.parse(dragged) as string[])
    const which = files.filter(({ id }) => wanted.has(id))
    if (folderId === trashFolder) return trash(which)
    void act(() => moveTo(which, folderId)).then((done) => done && rows.clear())
  }
  const { over, takes } = useDrop(mayWrite && !isTrash ? send : undefined)

  const current = files[rows.at]
  const choose = () => inputs.files.current?.click()
  useKeys(
    {
      j: { says: 'Next, previous file', moves: true, run: () => step(1) },
      k: { says: 'Next, previous file', moves: true, run: () => step(-1) },
      Enter: { says: 'Open', moves: true, run: () => current && show(current.id) },
      ' ': { says: 'Look at it', moves: true, run: () => (open ? show(undefined) : current && show(current.id)) },
      '/': { says: 'Search files', moves: true, run: () => document.getElementById('list-q')?.focus() },
      Escape: { says: 'Close, clear', moves: true, run: () => (open ? show(undefined) : rows.clear()) },
      ...(mayWrite && {
        x: { says: 'Pick the file', moves: true, run: () => current && rows.pick(current.id) },
        X: { says: 'Pick up to here', moves: true, run: () => current && rows.pick(current.id, true) },
        u: { says: 'Upload files', run: choose },
        n: { says: 'New folder', run: () => setAsking({ is: 'folder', parentId: into }) },
      }),
    },
    'Media',
  )
  useActions(
    mayWrite
      ? [
          { says: 'Upload a folder', icon: FolderUp, run: () => inputs.folder.current?.click() },
          { says: 'Upload from a link', icon: LinkIcon, run: () => setAsking({ is: 'link' }) },
        ]
      : [],
  )
  const view = { files, rows, open: open?.id, mayPick: mayWrite, onOpen: show }
  return (
    <div className={over ? 'medialib over' : 'medialib'} {...takes}>
      <PageHead
        title="Media"
        facts={
          place.value && (
            <span>
              {many(place.value.files, 'file')}, {sizeText(place.value.bytes)} of {sizeText(place.value.quota)}
            </span>
          )
        }
        {...(mayWrite &&
          picked.length === 0 && {
            main: (
              <Button kind="primary" icon={Upload} keys={['U']} onClick={choose}>
                Upload
              </Button>
            ),
          })}
      >
        {mayWrite && (
          <>
            <Button icon={FolderUp} onClick={() => inputs.folder.current?.click()}>
              Folder
            </Button>
            <Button icon={LinkIcon} onClick={() => setAsking({ is: 'link' })}>
              From a link
            </Button>
          </>
        )}
      </PageHead>
      <ChooseFiles of={inputs} onChoose={send} />
      <div className="cols split folders">
        <FolderTree
          place={place.value ?? nothingYet}
          tree={tree}
          at={asked.folder}
          to={to}
          acts={
            mayWrite
              ? {
                  onNew: (parentId) => setAsking({ is: 'folder', parentId }),
                  onRename: (folder) => setAsking({ is: 'rename', folder }),
                  onMove: (folder) => setAsking({ is: 'move folder', folder }),
                  onTrash: ({ id, name }) => trashFolderOf(id, name),
                  onDrop: drop,
                }
              : undefined
          }
        />
        <div>
          {asked.folder === unusedFiles ? (
            <p className="soft pad">
              No product, collection, review, page or setting shows these files; the largest come first. Lines of orders keep the pictures
              that products had. In the trash files are still served, and can be brought back.
            </p>
          ) : (
            <LibraryTools asked={asked} isList={isList} onAsk={set} />
          )}
          {mayWrite && <UploadPanel onChoose={choose} />}
          <div className="listed" aria-busy={page.late}>
            {isTrash && <TrashedFolders of={trashedFolders.value ?? []} mayWrite={mayWrite} />}
            {page.is === 'failed' ? (
              <BrokenText error={page.error} what="These files did not load" Title="h2" onAgain={() => void revalidate()} />
            ) : page.is === 'waiting' ? (
              <Waiting />
            ) : files.length === 0 ? (
              <NoFiles
                asked={asked}
                mayWrite={mayWrite}
                hasFolders={(trashedFolders.value?.length ?? 0) > 0}
                onUpload={choose}
                onClear={() => set({ q: undefined, kind: undefined })}
              />
            ) : isList ? (
              <Lines {...view} tree={tree} />
            ) : (
              <Tiles {...view} />
            )}
          </div>
          {pages.hasMore && (
            <p className="pad">
              <Button disabled={pages.reading} onClick={() => void pages.more()}>
                Show more
              </Button>
              {pages.failed && <span role="alert"> They did not load. Try it again.</span>}
            </p>
          )}
        </div>
      </div>
      {picked.length > 0 && (
        <PickedBar
          of={picked}
          isTrash={isTrash}
          again={asking}
          onMove={() => setAsking({ is: 'move', files: picked })}
          onAdd={() => setAsking({ is: 'product', files: picked })}
          onLabel={() => setAsking({ is: 'label', files: picked })}
          onDownload={() => void act(() => download(picked))}
          onTrash={() => trash(picked)}
          onRestore={() => bringBack(picked)}
          onDelete={() => setAsking({ is: 'delete', files: picked })}
          onClear={rows.clear}
        />
      )}
      {open && (
        <Details
          key={`${open.id} ${open.hash}`}
          of={open}
          tree={tree}
          mayWrite={mayWrite}
          isFirst={ids.indexOf(open.id) <= 0}
          isLast={ids.indexOf(open.id) === ids.length - 1}
          onStep={step}
          onReplace={() => setAsking({ is: 'replace', file: open })}
          onTrash={() => trash([open])}
          onRestore={() => bringBack([open])}
          onDelete={() => setAsking({ is: 'delete', files: [open] })}
          onChanged={pages.change}
          onClose={() => show(undefined)}
        />
      )}
      {asking && <AskingDialog of={asking} tree={tree} into={into} onReplaced={pages.change} onClose={() => setAsking(undefined)} />}
    </div>
  )
}

/** Where files will stand. */
const Waiting = () => (
  <ul className="lib" aria-hidden="true">
    {Array.from({ length: 12 }, (_, nth) => (
      <li key={nth} className="skeleton">
        <span className="thumb tall" style={{ '--t': '100%' } as React.CSSProperties} />
      </li>
    ))}
  </ul>
)
