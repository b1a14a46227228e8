import type { Ok, StaffMember, StaffRole } from '@vitrine/contract'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { roleNames } from '../shell/role-names.ts'
import { beyond, type KeyFate, KeysOfPerson, useKeysOf } from './keys-of-person.tsx'
import { RoleChoice } from './role-choice.tsx'

interface RoleDialogProps {
  person: StaffMember
  roles: Ok<'GET /vitrine/v1/staff/roles'>['roles']
  isMe: boolean
  busy: boolean
  onChoose: (role: StaffRole, keys: KeyFate) => void
  onClose: () => void
}

/** Another role, and what becomes of the keys that are beyond it. */
export function RoleDialog({ person, roles, isMe, busy, onChoose, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(person.role)
  const [fate, setFate] = useState<KeyFate>('REVOKE')
  const keys = useKeysOf(person)
  const rights = roles.find((one) => one.role === role)?.rights ?? []
  const lost = role === person.role || role === 'OWNER' ? [] : beyond(keys ?? [], rights)
  return (
    <Dialog
      title={`Role of ${person.name}`}
      about="It counts within seconds, wherever they are signed in."
      does={role === person.role ? 'Choose another role' : `Make ${person.name} ${roleNames[role]}`}
      busy={busy || keys === undefined}
      disabled={role === person.role}
      onDo={() => onChoose(role, fate)}
      onClose={onClose}
    >
      <div className="stack">
        <RoleChoice chosen={role} onChoose={setRole} />
        <KeysOfPerson keys={lost} fate={fate} mayTake={!isMe} onFate={setFate} />
      </div>
    </Dialog>
  )
}
