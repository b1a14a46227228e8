import type { StaffMember } from '@vitrine/contract'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { type KeyFate, KeysOfPerson, useKeysOf } from './keys-of-person.tsx'

interface RemoveDialogProps {
  person: StaffMember
  isMe: boolean
  busy: boolean
  onRemove: (keys: KeyFate) => void
  onClose: () => void
}

/** Takes somebody off the staff, and settles what becomes of their keys. */
export function RemoveDialog({ person, isMe, busy, onRemove, onClose }: RemoveDialogProps) {
  const keys = useKeysOf(person)
  const [fate, setFate] = useState<KeyFate>('REVOKE')
  return (
    <Dialog
      title={`Remove ${person.name}?`}
      about={
        isMe
          ? 'You are out within seconds, wherever you are signed in. Another owner can bring you back for 30 days.'
          : `They are out within seconds, wherever they are signed in. What they did stays in the log. For 30 days they can be brought back.`
      }
      does={`Remove ${person.name}`}
      kind="danger"
      busy={busy || keys === undefined}
      onDo={() => onRemove(fate)}
      onClose={onClose}
    >
      {keys && keys.length > 0 && <KeysOfPerson keys={keys} fate={fate} mayTake={!isMe} onFate={setFate} />}
    </Dialog>
  )
}
