import type { MemberExportColumn } from '@vitrine/contract'
import { client } from '../../client.ts'
import type { FileExport } from '../../list/file-export.ts'

/** Members as a file. */
export const memberFile: FileExport<MemberExportColumn> = {
  columns: [
    { id: 'id', name: 'ID', extra: true },
    { id: 'email', name: 'Email' },
    { id: 'firstName', name: 'First name' },
    { id: 'lastName', name: 'Last name' },
    { id: 'nickname', name: 'Nickname' },
    { id: 'company', name: 'Company' },
    { id: 'phone', name: 'Phone' },
    { id: 'address', name: 'Address' },
    { id: 'city', name: 'City' },
    { id: 'subdivision', name: 'Region' },
    { id: 'postalCode', name: 'Postal code' },
    { id: 'country', name: 'Country' },
    { id: 'status', name: 'Status' },
    { id: 'createdDate', name: 'Joined' },
    { id: 'lastLoginDate', name: 'Last sign-in' },
    { id: 'orders', name: 'Orders' },
    { id: 'spent', name: 'Spent' },
  ],
  link: async (wanted) => (await client.exports.exportMembers(wanted)).link,
}
