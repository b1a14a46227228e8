import type { LoggedRequest } from '@vitrine/contract'
import { Link } from 'react-router'
import { logTime } from '../orders/text.ts'
import { Glyph } from '../parts/glyph.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useShop } from '../shop.ts'
import { callerText, requestName, statusSign } from './request-text.ts'
import { tookText } from './webhook-text.ts'

interface RequestsTableProps {
  requests: readonly LoggedRequest[]
  /** The one that is open. */
  open: string | undefined
  addressOf: (id: string) => string
}

export function RequestsTable({ requests, open, addressOf }: RequestsTableProps) {
  const { timeZone } = useShop()
  return (
    <Table
      caption="Requests, newest first"
      className="one ends requests"
      head={
        <>
          <Head>Request</Head>
          <Head>Answer</Head>
          <Head>Caller</Head>
          <Head>When</Head>
          <Head className="num">Took</Head>
        </>
      }
    >
      {requests.map((request) => {
        const { tone, sign } = statusSign(request.status)
        return (
          <Tr key={request.id} {...(request.id === open && { 'data-on': '' })}>
            <RowHead className="clip" title={requestName(request)}>
              <Link className="lead mono" to={addressOf(request.id)} preventScrollReset>
                {requestName(request)}
              </Link>
            </RowHead>
            <Td of="Answer" className="clip">
              <span className="st" data-tone={tone}>
                <Glyph of={sign} />
                {request.status}
                {request.refusalCode && ` ${request.refusalCode}`}
              </span>
            </Td>
            <Td of="Caller" className="soft clip">
              {callerText(request.caller)}
              {request.replayOf && ', replay'}
            </Td>
            <Td of="When" className="soft mono">
              <time dateTime={request.date}>{logTime(request.date, timeZone)}</time>
            </Td>
            <Td of="Took" className="num soft">
              {tookText(request.milliseconds)}
            </Td>
          </Tr>
        )
      })}
    </Table>
  )
}
