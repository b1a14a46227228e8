import type { FileDescriptor } from '@vitrine/contract'
import { FileUp } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { words } from './acts.ts'
import { kindName, partText, sizeText } from './text.ts'
import { NotSent, type Sending, sendFile } from './uploads/send.ts'

const refusals: Readonly<Record<string, string>> = {
  ...words,
  FILE_KIND_DIFFERS: 'It is of another kind. Only a file of the same kind takes the place of this one.',
  FILE_NOT_READY: 'One of the two is still being prepared. Try it again in a moment.',
}

/** What the browser's own dialog offers. */
const accepted: Readonly<Partial<Record<FileDescriptor['mediaType'], string>>> = {
  IMAGE: 'image/*',
  VECTOR: 'image/svg+xml',
  ICON: 'image/x-icon,.ico',
  VIDEO: 'video/*',
  AUDIO: 'audio/*',
  MODEL3D: '.glb,.gltf',
}

const askMs = 1000

/** A file that has come in, once it is ready or has failed; one of another kind is not waited for. */
async function prepared(fileId: string, kind: FileDescriptor['mediaType'], signal: AbortSignal): Promise<FileDescriptor> {
  for (;;) {
    const { file } = await client.files.getFileDescriptor({ fileId }, { signal })
    if (file.operationStatus !== 'PENDING' || file.mediaType !== kind) return file
    await new Promise((later) => setTimeout(later, askMs))
    signal.throwIfAborted()
  }
}

/** Another file is sent, and its content takes the place of this one's. */
export function Replace({
  of,
  onReplaced,
  onClose,
}: {
  of: FileDescriptor
  onReplaced: (file: FileDescriptor) => void
  onClose: () => void
}) {
  const { act, busy } = useAct(refusals)
  const [chosen, setChosen] = useState<File>()
  const [sent, setSent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef<Sending>(undefined)
  const [gone] = useState(() => new AbortController())
  useEffect(
    () => () => {
      gone.abort()
      sending.current?.stop()
    },
    [gone],
  )
  const kind = kindName(of)
  /** Only what was sent for this: it has the label, and a file that was in the library before has not. */
  const label = `replaces ${of.id}`
  const replace = async (file: File) => {
    sending.current = sendFile(file, { folderId: of.parentFolderId ?? '', isPrivate: of.private, labels: [label], onSent: setSent })
    const withFileId = await sending.current.done
    if (withFileId === undefined) throw new NotSent('It did not get to the shop.')
    if (withFileId === of.id) throw new NotSent(`This is the same ${kind}.`)
    const { labels, mediaType, operationStatus } = await prepared(withFileId, of.mediaType, gone.signal)
    const isNew = labels.includes(label)
    try {
      if (mediaType === of.mediaType && operationStatus === 'FAILED') throw new NotSent('It cannot be read. The old one stays.')
      onReplaced((await client.mediaLibrary.replaceFile({ fileId: of.id, withFileId, removeOther: isNew })).file)
    } catch (error) {
      if (isNew) await client.files.bulkDeleteFiles({ fileIds: [withFileId], permanent: true })
      throw error
    }
  }
  const run = (file: File) =>
    void act(async () => {
      setFailure(undefined)
      try {
        await replace(file)
      } catch (error) {
        if (gone.signal.aborted) return undefined
        if (!(error instanceof NotSent)) throw error
        setFailure(error.message)
        return undefined
      } finally {
        setSent(undefined)
      }
      onClose()
      return `${of.displayName} is replaced.`
    })
  return (
    <Dialog
      title={`Replace ${of.displayName}`}
      about={`Whatever uses this ${kind} shows the new one from then on, at the same address. The old one is gone for good.`}
      does={`Replace the ${kind}`}
      says={sent !== undefined && chosen && (sent < chosen.size ? partText(sent, chosen.size) : 'Being prepared')}
      busy={busy}
      disabled={!chosen}
      onDo={() => chosen && run(chosen)}
      onClose={onClose}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted[of.mediaType]}
        aria-label={`The new ${kind}`}
        onChange={({ target }) => {
          setFailure(undefined)
          setChosen(target.files?.[0])
        }}
      />
      <p className="row wraps">
        <Button icon={FileUp} disabled={busy} onClick={() => input.current?.click()} data-first="">
          {chosen ? 'Choose another file' : 'Choose a file'}
        </Button>
        {chosen && (
          <span>
            {chosen.name}, {sizeText(chosen.size)}
          </span>
        )}
      </p>
      {sent !== undefined && chosen && (
        <span className="meter" data-tone="accent" style={{ '--v': `${(sent / chosen.size) * 100}%` } as CSSProperties} />
      )}
      {failure !== undefined && (
        <p className="err" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  )
}
