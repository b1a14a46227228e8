import type { FileDescriptor } from '@vitrine/contract'
import { useAct } from '../parts/acting.ts'
import { moveTo, words } from './acts.ts'
import { AddToProduct } from './add-to-product.tsx'
import { DeleteForGood, FolderDialog, FromLink, LabelFiles, MoveFiles, MoveFolder } from './dialogs.tsx'
import type { TreeFolder } from './folders.ts'
import { Replace } from './replace.tsx'

/** What somebody is asked before it is done. */
export type Asking =
  | { readonly is: 'link' }
  | { readonly is: 'folder'; readonly parentId: string }
  | { readonly is: 'rename' | 'move folder'; readonly folder: TreeFolder }
  | { readonly is: 'replace'; readonly file: FileDescriptor }
  | { readonly is: 'move' | 'label' | 'product' | 'delete'; readonly files: readonly FileDescriptor[] }

interface AskingDialogProps {
  of: Asking
  tree: readonly TreeFolder[]
  /** Where new files go. */
  into: string
  onReplaced: (file: FileDescriptor) => void
  onClose: () => void
}

export function AskingDialog({ of, tree, into, onReplaced, onClose }: AskingDialogProps) {
  const { act } = useAct(words)
  switch (of.is) {
    case 'link':
      return <FromLink folderId={into} onClose={onClose} />
    case 'folder':
      return <FolderDialog parentId={of.parentId} onClose={onClose} />
    case 'rename':
      return <FolderDialog of={of.folder} onClose={onClose} />
    case 'move folder':
      return <MoveFolder of={of.folder} tree={tree} onClose={onClose} />
    case 'replace':
      return <Replace of={of.file} onReplaced={onReplaced} onClose={onClose} />
    case 'move':
      return <MoveFiles of={of.files} tree={tree} onMove={(folder) => act(() => moveTo(of.files, folder))} onClose={onClose} />
    case 'label':
      return <LabelFiles of={of.files} onClose={onClose} />
    case 'product':
      return <AddToProduct files={of.files} onClose={onClose} />
    case 'delete':
      return <DeleteForGood files={of.files} onClose={onClose} />
  }
}
