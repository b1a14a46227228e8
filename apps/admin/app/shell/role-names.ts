import type { StaffRole } from '@vitrine/contract'

/** What the people of a shop are called by what they may do. */
export const roleNames: Readonly<Record<StaffRole, string>> = {
  OWNER: 'Owner',
  ORDERS: 'Orders',
  WAREHOUSE: 'Warehouse',
  SUPPORT: 'Support',
  DEVELOPER: 'Developer',
}
