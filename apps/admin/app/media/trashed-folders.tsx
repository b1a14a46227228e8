import type { Folder } from '@vitrine/contract'
import { Folder as FolderIcon, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { words } from './acts.ts'
import { DeleteForGood } from './dialogs.tsx'

/** Folders in the trash; those that went there with another one lie in that. */
export function TrashedFolders({ of, mayWrite }: { of: readonly Folder[]; mayWrite: boolean }) {
  const { act, busy } = useAct(words)
  const [deleting, setDeleting] = useState<{ readonly id: string; readonly name: string }>()
  const ids = new Set(of.map(({ id }) => id))
  const own = of.filter(({ parentFolderId }) => !ids.has(parentFolderId))
  if (own.length === 0) return null
  return (
    <>
      <ul className="plain trashed" aria-label="Folders in the trash">
        {own.map(({ id, displayName: name }) => (
          <li key={id} className="row">
            <Icon of={FolderIcon} />
            <span className="grow ell">{name}</span>
            {mayWrite && (
              <>
                <Button
                  small
                  icon={RotateCcw}
                  disabled={busy}
                  aria-label={`Restore the folder ${name}`}
                  onClick={() =>
                    void act(async () => {
                      await client.folders.bulkRestoreFoldersFromTrashBin({ folderIds: [id] })
                      return `${name} is back, with all that lay in it.`
                    })
                  }
                >
                  Restore
                </Button>
                <Button
                  small
                  kind="ghost warn"
                  icon={Trash2}
                  aria-label={`Delete the folder ${name} for good`}
                  onClick={() => setDeleting({ id, name })}
                >
                  Delete for good
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {deleting && <DeleteForGood files={[]} folders={[deleting]} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
