import type { FileDescriptor, FileMediaType } from '@vitrine/contract'
import { Search, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { useMay } from '../shell/layout.tsx'
import { ChooseFiles, useFileInputs } from './choose-files.tsx'
import { pathText, rootFolder, treeOf } from './folders.ts'
import { type Asked, readFiles, readFolders } from './read.ts'
import { kindNames } from './text.ts'
import { TilePicture } from './tile-picture.tsx'
import type { Chosen } from './uploads/dropped.ts'
import { UploadPanel } from './uploads/panel.tsx'
import { sendAll } from './uploads/queue.ts'
import { useDrop } from './use-drop.ts'
import { usePages } from './use-pages.ts'

/** The window is closed, or the file is not read: it lies in the library all the same. */
const ignore = () => {}

interface MediaPickerProps {
  /** What can be chosen. */
  kinds: readonly FileMediaType[]
  /** Those that are there already. */
  has?: readonly string[]
  /** Whether one file is chosen, and no more. */
  single?: boolean
  onChoose: (files: readonly FileDescriptor[]) => void
  onClose: () => void
}

/** Chooses files of the library, or uploads new ones, wherever a page takes a picture. */
export function MediaPicker({ kinds, has = [], single = false, onChoose, onClose }: MediaPickerProps) {
  const mayWrite = useMay()('products.write')
  const [folder, setFolder] = useState<string>()
  const [words, setWords] = useState('')
  const [picked, setPicked] = useState<readonly FileDescriptor[]>([])
  /** What was uploaded here stands first. */
  const [added, setAdded] = useState<readonly FileDescriptor[]>([])
  const [failed, setFailed] = useState(false)
  const asked: Asked = { folder, words: words.trim(), kinds, sort: 'newest' }
  const first = useAnswer({
    ask: (signal) =>
      readFiles(asked, undefined, signal).then(
        (page) => (setFailed(false), page),
        (error: unknown) => {
          if (!signal.aborted) setFailed(true)
          throw error
        },
      ),
    of: `${folder} ${words}`,
    ms: words === '' ? 0 : 200,
  })
  const folders = useAnswer({ ask: (signal) => readFolders(signal), of: 'folders', ms: 0 })
  const tree = treeOf(folders ?? [])
  const pages = usePages(asked, first)
  const inputs = useFileInputs()
  const pick = (file: FileDescriptor) =>
    setPicked((before) =>
      before.some(({ id }) => id === file.id) ? before.filter(({ id }) => id !== file.id) : [...(single ? [] : before), file],
    )
  const [gone] = useState(() => new AbortController())
  useEffect(() => () => gone.abort(), [gone])
  const send = (chosen: readonly Chosen[]) =>
    sendAll(single ? chosen.slice(0, 1) : chosen, {
      folderId: folder ?? rootFolder,
      onFile: (fileId) =>
        void client.files.getFileDescriptor({ fileId }, { signal: gone.signal }).then(({ file }) => {
          if (!kinds.includes(file.mediaType)) return
          setAdded((before) => [file, ...before.filter(({ id }) => id !== file.id)])
          setPicked((before) => [...(single ? [] : before.filter(({ id }) => id !== file.id)), file])
        }, ignore),
    })
  const { over, takes } = useDrop(mayWrite ? send : undefined)
  const files = [...added, ...pages.files.filter(({ id }) => !added.some((one) => one.id === id))]
  const [one, more] = kinds.length === 1 ? (kindNames[kinds[0]!] ?? ['file', 'files']) : ['file', 'files']
  return (
    <Dialog
      huge
      title={single ? `Choose a ${one}` : `Choose ${more}`}
      about="From the library, or new ones. A file can be used in many places."
      does={single ? `Take this ${one}` : picked.length === 0 ? `Add ${more}` : `Add ${many(picked.length, one, more)}`}
      says={!single && picked.length > 0 && `${many(picked.length, one, more)} chosen`}
      busy={false}
      disabled={picked.length === 0}
      onDo={() => {
        onChoose(picked)
        onClose()
      }}
      onClose={onClose}
    >
      <div className={over ? 'picker over' : 'picker'} {...takes}>
        <div className="row wraps">
          <div className="searchbox grow">
            <Icon of={Search} />
            <label className="vh" htmlFor="picker-q">
              Name or label
            </label>
            <input
              id="picker-q"
              type="search"
              placeholder="Name or label"
              maxLength={200}
              value={words}
              data-first=""
              onChange={({ target }) => setWords(target.value)}
            />
          </div>
          <SelectField label="Folder" hidden value={folder ?? ''} onChange={({ target }) => setFolder(target.value || undefined)}>
            <option value="">All folders</option>
            {tree.map(({ id }) => (
              <option key={id} value={id}>
                {pathText(tree, id)}
              </option>
            ))}
          </SelectField>
          {mayWrite && (
            <Button icon={Upload} onClick={() => inputs.files.current?.click()}>
              Upload
            </Button>
          )}
        </div>
        <ChooseFiles of={inputs} onChoose={send} />
        <UploadPanel onChoose={() => inputs.files.current?.click()} />
        {failed && (
          <p role="alert" className="down">
            The files did not load. Search again, or close this and come back.
          </p>
        )}
        {first && files.length === 0 && (
          <p className="soft">
            {words === '' ? `No ${more} here yet. Drop some on this window, or upload them.` : `No ${more} of that name or label.`}
          </p>
        )}
        <ul className="lib sel of-files" aria-label="Files">
          {files.map((file) => {
            const isThere = has.includes(file.id)
            const isPicked = picked.some(({ id }) => id === file.id)
            return (
              <li key={file.id} {...(isPicked && { 'data-on': '' })}>
                <button
                  type="button"
                  disabled={isThere}
                  aria-pressed={isPicked}
                  aria-label={isThere ? `${file.displayName}, here already` : file.displayName}
                  onClick={() => pick(file)}
                >
                  <TilePicture of={file} width={130} height={130} />
                  {!single && !isThere && <span className="box" aria-hidden="true" />}
                  <span className="n">{file.displayName}</span>
                  {isThere && <span className="faint small">Here already</span>}
                </button>
              </li>
            )
          })}
        </ul>
        {pages.hasMore && (
          <Button small disabled={pages.reading} onClick={() => void pages.more()}>
            Show more
          </Button>
        )}
      </div>
    </Dialog>
  )
}
