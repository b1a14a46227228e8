import type { UrlRedirect } from '@vitrine/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { refusals, sourceNames } from './text.ts'

interface RedirectTableProps {
  redirects: readonly UrlRedirect[]
  mayWrite: boolean
  onChange: (redirect: UrlRedirect) => void
}

export function RedirectTable({ redirects, mayWrite, onChange }: RedirectTableProps) {
  const { act, busy } = useAct(refusals)
  const remove = ({ id, path, target, permanent }: UrlRedirect) =>
    void act(async () => {
      await client.siteRedirects.deleteRedirect({ id })
      return {
        says: `${path} leads nowhere now.`,
        undo: () => void act(async () => void (await client.siteRedirects.createRedirect({ redirect: { path, target, permanent } }))),
      }
    })
  const shorten = ({ id, revision, finalTarget = '' }: UrlRedirect) =>
    void act(async () => {
      await client.siteRedirects.updateRedirect({ redirect: { id, revision, target: finalTarget } })
      return `It leads straight to ${finalTarget}.`
    })
  return (
    <div className="tw">
      <Table
        caption="Redirects"
        className="redirects"
        head={
          <>
            <Head>Old address</Head>
            <Head>Leads to</Head>
            <Head>Since</Head>
            <Head className="num" aria-sort="descending">
              Asked for
            </Head>
            {mayWrite && <ActionsHead />}
          </>
        }
      >
        {redirects.map((redirect) => (
          <Tr key={redirect.id}>
            <RowHead className="mono">{redirect.path}</RowHead>
            <Td of="Leads to" className="mono">
              {redirect.target}
              {redirect.finalTarget && ` → ${redirect.finalTarget}`}
            </Td>
            <Td of="Since" className="soft">
              {[redirect.finalTarget ? 'in steps' : sourceNames[redirect.source], !redirect.permanent && 'for now']
                .filter(Boolean)
                .join(', ')}
            </Td>
            <Td of="Asked for" className="num">
              {redirect.hits.toLocaleString('en-GB')}
            </Td>
            {mayWrite && (
              <Td className="fit right">
                {redirect.finalTarget && (
                  <Button small disabled={busy} onClick={() => shorten(redirect)}>
                    Make it one step
                  </Button>
                )}
                <IconButton small icon={Pencil} name={`Change ${redirect.path}`} disabled={busy} onClick={() => onChange(redirect)} />
                <IconButton small icon={Trash2} name={`Delete ${redirect.path}`} disabled={busy} onClick={() => remove(redirect)} />
              </Td>
            )}
          </Tr>
        ))}
      </Table>
    </div>
  )
}
