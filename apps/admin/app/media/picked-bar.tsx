import type { FileDescriptor } from '@vitrine/contract'
import { Download, FolderInput, RotateCcw, Tag, Trash2 } from 'lucide-react'
import { many } from '../list/many.ts'
import { Button } from '../parts/button.tsx'
import { useKeys } from '../shell/keys.ts'
import { bytesOf, sizeText } from './text.ts'

interface PickedBarProps {
  of: readonly FileDescriptor[]
  isTrash: boolean
  onMove: () => void
  onLabel: () => void
  onDownload: () => void
  onTrash: () => void
  onRestore: () => void
  onDelete: () => void
  onClear: () => void
}

/** What can be done with all files that are picked. */
export function PickedBar({ of, isTrash, onMove, onLabel, onDownload, onTrash, onRestore, onDelete, onClear }: PickedBarProps) {
  useKeys(
    isTrash
      ? { r: { says: 'Restore the files', run: onRestore } }
      : {
          m: { says: 'Move the files', run: onMove },
          t: { says: 'Label the files', run: onLabel },
          Delete: { says: 'Files to trash', run: onTrash },
        },
    'Media',
  )
  return (
    <div className="float" role="toolbar" aria-label={`Actions for ${many(of.length, 'selected file')}`}>
      <p>
        <b>{many(of.length, 'file')} selected</b> &nbsp;{sizeText(of.reduce((sum, file) => sum + bytesOf(file), 0))}
      </p>
      {isTrash ? (
        <>
          <Button kind="main-act" icon={RotateCcw} keys={['R']} onClick={onRestore}>
            Restore
          </Button>
          <Button icon={Trash2} onClick={onDelete}>
            Delete for good
          </Button>
        </>
      ) : (
        <>
          <Button kind="main-act" icon={FolderInput} keys={['M']} onClick={onMove}>
            Move
          </Button>
          <Button icon={Tag} keys={['T']} onClick={onLabel}>
            Label
          </Button>
          <Button icon={Download} onClick={onDownload}>
            Download
          </Button>
          <Button icon={Trash2} onClick={onTrash}>
            To trash
          </Button>
        </>
      )}
      <span className="sep" />
      <Button keys={['Esc']} onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
