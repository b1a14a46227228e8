import type { MissingPath } from '@vitrine/contract'
import { EyeOff } from 'lucide-react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Status } from '../parts/glyph.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useShop } from '../shop.ts'

interface MissingTableProps {
  paths: readonly MissingPath[]
  mayWrite: boolean
  onLead: (path: string) => void
}

/** What was asked for and is not there. */
export function MissingTable({ paths, mayWrite, onLead }: MissingTableProps) {
  const { act, busy } = useAct()
  const { timeZone } = useShop()
  const dismiss = (path: string) =>
    void act(async () => {
      await client.siteRedirects.dismissMissingPath({ path })
      return `${path} is forgotten, until somebody asks for it again.`
    })
  return (
    <div className="tw">
      <Table
        caption="Addresses that lead nowhere"
        className="redirects"
        head={
          <>
            <Head>Address</Head>
            <Head>Leads to</Head>
            <Head>Asked last</Head>
            <Head className="num" aria-sort="descending">
              Asked for
            </Head>
            {mayWrite && <ActionsHead />}
          </>
        }
      >
        {paths.map(({ path, hits, lastDate }) => (
          <Tr key={path}>
            <RowHead className="mono">{path}</RowHead>
            <Td of="Leads to">
              <Status glyph="c-x" tone="bad">
                nowhere, 404
              </Status>
            </Td>
            <Td of="Asked last" className="soft">
              {new Date(lastDate).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone })}
            </Td>
            <Td of="Asked for" className="num">
              {hits.toLocaleString('en-GB')}
            </Td>
            {mayWrite && (
              <Td className="fit right">
                <Button small disabled={busy} onClick={() => onLead(path)}>
                  Redirect
                </Button>
                <IconButton small icon={EyeOff} name={`Dismiss ${path}`} disabled={busy} onClick={() => dismiss(path)} />
              </Td>
            )}
          </Tr>
        ))}
      </Table>
    </div>
  )
}
