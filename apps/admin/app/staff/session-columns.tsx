import type { StaffSession } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { shortTime } from '../orders/text.ts'
import { ActionsHead, Head, Td } from '../parts/table.tsx'
import { useShop } from '../shop.ts'
import { proofOf, seenText } from './text.tsx'

/** What is said of a session, after whose and where it is. */
export const SessionHeads = () => (
  <>
    <Head>Proved by</Head>
    <Head className="hide-s">Address</Head>
    <Head className="hide-s">Since</Head>
    <Head>Last seen</Head>
    <ActionsHead />
  </>
)

/** Below `SessionHeads`; what can be done to it is inside. */
export function SessionCells({ of: session, children }: { of: StaffSession; children: ReactNode }) {
  const { timeZone } = useShop()
  return (
    <>
      <Td of="Proved by" className="soft">
        {proofOf(session.methods)}
      </Td>
      <Td of="Address" className="soft mono hide-s">
        {session.address}
      </Td>
      <Td of="Since" className="soft hide-s">
        {shortTime(session.createdDate, timeZone)}
      </Td>
      <Td of="Last seen" className="soft">
        {session.current ? 'here, now' : seenText(session.usedDate, timeZone)}
      </Td>
      <Td of="Actions" className="fit">
        {children}
      </Td>
    </>
  )
}
