import type { StaffRole } from '@vitrine/contract'
import { Radio } from '../parts/field.tsx'
import { roleNames } from '../shell/role-names.ts'

/** What each role is for, in a line. */
const about: Readonly<Record<StaffRole, string>> = {
  OWNER: 'everything, and who is on the staff',
  ORDERS: 'orders, money, products, promotions',
  WAREHOUSE: 'packs and sends; sees payments and products',
  SUPPORT: 'members and gift cards; sees orders and payments',
  DEVELOPER: 'apps and keys; sees orders, settings and the log',
}

/** One of the roles. */
export function RoleChoice({ chosen, onChoose }: { chosen: StaffRole; onChoose: (role: StaffRole) => void }) {
  return (
    <fieldset className="stack-s roles">
      <legend>Role</legend>
      {(Object.keys(roleNames) as StaffRole[]).map((role) => (
        <Radio key={role} name="role" checked={chosen === role} onChange={() => onChoose(role)} hint={about[role]}>
          {roleNames[role]}
        </Radio>
      ))}
    </fieldset>
  )
}
