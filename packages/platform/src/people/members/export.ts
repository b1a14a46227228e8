import type { MemberExportColumn, MemberOverview } from '@vitrine/contract'

interface Column {
  readonly title: string
  readonly text: (member: MemberOverview) => string
}

const contactOf = ({ member }: MemberOverview) => member.contact
const addressOf = (of: MemberOverview) => contactOf(of)?.addresses[0]
const joined = (parts: readonly (string | undefined)[], by = ', '): string => parts.filter(Boolean).join(by)

/** What a file of members says of each; a file has them in this order where nobody chose. */
export const memberColumns: Readonly<Record<MemberExportColumn, Column>> = {
  id: { title: 'ID', text: ({ member }) => member.id ?? '' },
  email: { title: 'Email', text: ({ member }) => member.loginEmail ?? '' },
  firstName: { title: 'First name', text: (of) => contactOf(of)?.firstName ?? '' },
  lastName: { title: 'Last name', text: (of) => contactOf(of)?.lastName ?? '' },
  nickname: { title: 'Nickname', text: ({ member }) => member.profile?.nickname ?? '' },
  company: { title: 'Company', text: (of) => contactOf(of)?.company ?? '' },
  phone: { title: 'Phone', text: (of) => contactOf(of)?.phones[0] ?? '' },
  address: {
    title: 'Address',
    text: (of) => {
      const { addressLine, addressLine2, streetAddress } = addressOf(of) ?? {}
      return joined([addressLine ?? joined([streetAddress?.name, streetAddress?.number], ' '), addressLine2])
    },
  },
  city: { title: 'City', text: (of) => addressOf(of)?.city ?? '' },
  subdivision: { title: 'Region', text: (of) => addressOf(of)?.subdivision ?? '' },
  postalCode: { title: 'Postal code', text: (of) => addressOf(of)?.postalCode ?? '' },
  country: { title: 'Country', text: (of) => addressOf(of)?.country ?? '' },
  status: { title: 'Status', text: ({ member }) => member.status ?? '' },
  createdDate: { title: 'Joined', text: ({ member }) => member.createdDate ?? '' },
  lastLoginDate: { title: 'Last sign-in', text: ({ member }) => member.lastLoginDate ?? '' },
  orders: { title: 'Orders', text: ({ purchases }) => String(purchases.orders) },
  spent: { title: 'Spent', text: ({ purchases }) => purchases.spent.amount },
}
