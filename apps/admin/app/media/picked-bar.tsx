import type { FileDescriptor } from '@vitrine/contract'
import { Download, FolderInput, Package, RotateCcw, Tag, Trash2 } from 'lucide-react'
import { many } from '../list/many.ts'
import { Button } from '../parts/button.tsx'
import { useKeys } from '../shell/keys.ts'
import { canBeShown } from './add-to-product.tsx'
import { bytesOf, sizeText } from './text.ts'
import { UsedIn } from './uses.tsx'

interface PickedBarProps {
  of: readonly FileDescriptor[]
  isTrash: boolean
  /** Where they are used is read again when this is another one. */
  again: unknown
  onMove: () => void
  /** Puts them into a product. */
  onAdd: () => void
  onLabel: () => void
  onDownload: () => void
  onTrash: () => void
  onRestore: () => void
  onDelete: () => void
  onClear: () => void
}

/** What can be done with all files that are picked. */
export function PickedBar({
  of,
  isTrash,
  again,
  onMove,
  onAdd,
  onLabel,
  onDownload,
  onTrash,
  onRestore,
  onDelete,
  onClear,
}: PickedBarProps) {
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
        <UsedIn of={of} again={again} />
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
          {of.every(canBeShown) && (
            <Button icon={Package} onClick={onAdd}>
              Put in a product
            </Button>
          )}
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
