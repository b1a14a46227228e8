import type { StaffMember, StaffRole } from '@vitrine/contract'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { roleNames } from '../shell/role-names.ts'
import { RoleChoice } from './role-choice.tsx'

interface RoleDialogProps {
  person: StaffMember
  busy: boolean
  onChoose: (role: StaffRole) => void
  onClose: () => void
}

export function RoleDialog({ person, busy, onChoose, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(person.role)
  return (
    <Dialog
      title={`Role of ${person.name}`}
      about="It counts within seconds, wherever they are signed in."
      does={role === person.role ? 'Choose another role' : `Make ${person.name} ${roleNames[role]}`}
      busy={busy}
      disabled={role === person.role}
      onDo={() => onChoose(role)}
      onClose={onClose}
    >
      <RoleChoice chosen={role} onChoose={setRole} />
    </Dialog>
  )
}
