import type { FileDescriptor } from '@vitrine/contract'
import { ChevronDown, ChevronUp, Download, RotateCcw, Trash2, Upload, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Beside } from '../parts/beside.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { TextArea, TextField } from '../parts/field.tsx'
import { FocalPicture, percent } from '../products/editor/focal-picture.tsx'
import { download, words } from './acts.ts'
import { Captions } from './captions.tsx'
import { CopyLink } from './copy-link.tsx'
import { pathText, type TreeFolder } from './folders.ts'
import { History } from './history.tsx'
import { NotMade } from './not-made.tsx'
import { altOf, bytesOf, capital, focalOf, kindName, ofContent, pictureAt, reasonText, sizeOf, sizeText } from './text.ts'
import { TilePicture } from './tile-picture.tsx'
import { Uses } from './uses.tsx'

interface DetailsProps {
  of: FileDescriptor
  tree: readonly TreeFolder[]
  mayWrite: boolean
  isFirst: boolean
  isLast: boolean
  onStep: (by: number) => void
  onReplace: () => void
  onTrash: () => void
  onRestore: () => void
  onDelete: () => void
  /** The file as it is now. */
  onChanged: (file: FileDescriptor) => void
  onClose: () => void
}

/** One file beside the others: how it looks, what it is, where it is used, and what can be said of it. */
export function Details({
  of,
  tree,
  mayWrite,
  isFirst,
  isLast,
  onStep,
  onReplace,
  onTrash,
  onRestore,
  onDelete,
  onChanged,
  onClose,
}: DetailsProps) {
  const { act, busy } = useAct(words)
  const isTrashed = of.state === 'DELETED'
  const mayChange = mayWrite && !isTrashed
  const size = sizeOf(of)
  const address = of.url ? new URL(of.url).pathname : undefined
  const [point, setPoint] = useState(() => focalOf(of))
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(wait.current), [])
  const save = async (change: { altText?: string; focalPoint?: { x: number; y: number } }) => {
    await act(async () => {
      onChanged((await client.mediaLibrary.describeFile({ fileId: of.id, ...change })).file)
      return undefined
    })
  }
  const focus = (next: { x: number; y: number }) => {
    setPoint(next)
    clearTimeout(wait.current)
    wait.current = setTimeout(() => void save({ focalPoint: { x: next.x * 100, y: next.y * 100 } }), 600)
  }
  const rename = (displayName: string) =>
    void act(async () => {
      onChanged((await client.files.updateFileDescriptor({ file: { id: of.id, displayName } })).file)
      return undefined
    })
  const picture = pictureAt(of)
  const isPicture = of.mediaType === 'IMAGE' && picture !== undefined && of.operationStatus === 'READY'
  return (
    <Beside className="peek file" aria-label={of.displayName}>
      <header>
        <b className="mono ell">{of.displayName}</b>
        <div className="acts">
          <IconButton small icon={ChevronUp} name="The file before" disabled={isFirst} onClick={() => onStep(-1)} />
          <IconButton small icon={ChevronDown} name="The next file" disabled={isLast} onClick={() => onStep(1)} />
          <IconButton
            small
            icon={Download}
            name="Download"
            disabled={busy || of.operationStatus !== 'READY'}
            onClick={() => void act(() => download([of]))}
          />
          <IconButton small icon={X} name="Close" onClick={onClose} />
        </div>
      </header>
      {/* What is longer than the window is read by the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="peek-b" tabIndex={0} role="group" aria-label="What it is">
        {isPicture ? (
          <FocalPicture
            src={ofContent(`${picture}/fit/w_680,h_680,q_80`, of)}
            {...size}
            {...point}
            disabled={!mayChange}
            onChange={focus}
          />
        ) : (
          <div className="p-pic">
            <TilePicture of={of} width={340} height={272} />
          </div>
        )}
        {of.operationStatus === 'FAILED' && (
          <p className="down" role="alert">
            {reasonText(undefined)}
          </p>
        )}
        {of.operationStatus === 'PENDING' && (
          <p className="faint" role="status">
            It is being prepared: smaller versions of it, and its picture.
          </p>
        )}
        {of.operationStatus === 'READY' && (of.mediaType === 'MODEL3D' || of.mediaType === 'VIDEO') && <NotMade of={of} />}
        <dl className="dl">
          <div>
            <dt>Kind</dt>
            <dd>{capital(of.private ? `private ${kindName(of)}` : kindName(of))}</dd>
          </div>
          <div>
            <dt>Size</dt>
            <dd>{[size && `${size.width} × ${size.height}`, sizeText(bytesOf(of))].filter(Boolean).join(', ')}</dd>
          </div>
          <div>
            <dt>Folder</dt>
            <dd>{pathText(tree, of.parentFolderId ?? '')}</dd>
          </div>
          <History of={of} />
          {isPicture && (
            <div>
              <dt>Focal point</dt>
              <dd>{`${percent(point.x)} %, ${percent(point.y)} %`}</dd>
            </div>
          )}
          {address && (
            <div>
              <dt>Address</dt>
              <dd>
                <a className="a mono" href={address} target="_blank" rel="noopener noreferrer">
                  {shortened(address)}
                </a>
              </dd>
            </div>
          )}
          {of.sourceUrl && (
            <div>
              <dt>From</dt>
              <dd className="ell">{of.sourceUrl}</dd>
            </div>
          )}
          {of.labels.length > 0 && (
            <div>
              <dt>Labels</dt>
              <dd>{of.labels.join(', ')}</dd>
            </div>
          )}
        </dl>
        {mayWrite && (
          <TextField
            label="Name"
            maxLength={255}
            disabled={!mayChange}
            defaultValue={of.displayName}
            onBlur={({ target }) => target.value.trim() !== '' && target.value.trim() !== of.displayName && rename(target.value.trim())}
          />
        )}
        {isPicture && (
          <TextArea
            label="Alternative text"
            rows={2}
            maxLength={1000}
            disabled={!mayChange}
            placeholder="What the picture shows"
            defaultValue={altOf(of)}
            onBlur={({ target }) => target.value.trim() !== altOf(of) && void save({ altText: target.value.trim() })}
          />
        )}
        {of.mediaType === 'VIDEO' && <Captions of={of} mayChange={mayChange} />}
        <Uses of={of} />
      </div>
      <footer>
        {isTrashed ? (
          mayWrite && (
            <>
              <Button icon={RotateCcw} disabled={busy} onClick={onRestore}>
                Restore
              </Button>
              <span className="grow" />
              <Button kind="warn" icon={Trash2} disabled={busy} onClick={onDelete}>
                Delete for good
              </Button>
            </>
          )
        ) : (
          <>
            {mayWrite && (
              <Button icon={Upload} disabled={busy || of.operationStatus === 'PENDING'} onClick={onReplace}>
                Replace
              </Button>
            )}
            {of.url && 'clipboard' in navigator && <CopyLink of={of} />}
            <span className="grow" />
            {mayWrite && (
              <Button kind="warn" icon={Trash2} disabled={busy} onClick={onTrash}>
                To trash
              </Button>
            )}
          </>
        )}
      </footer>
    </Beside>
  )
}

/** `/media/f30e1bd3…webp` */
const shortened = (address: string): string => (address.length <= 24 ? address : `${address.slice(0, 15)}…${address.slice(-6)}`)
