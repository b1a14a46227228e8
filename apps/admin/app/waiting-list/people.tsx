import type { BackInStockStatus, WaitingPerson } from '@vitrine/contract'
import { Check as Done, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client } from '../client.ts'
import { SearchBox } from '../list/tools.tsx'
import { placedAt } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { unnamed } from '../parts/product-cell.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useKeys } from '../shell/keys.ts'
import { useShop } from '../shop.ts'
import { findPeople, type PeopleView } from './find-people.ts'

interface PeopleProps {
  readonly view: PeopleView
  readonly first: readonly WaitingPerson[]
  readonly next: string | undefined
  readonly mayWrite: boolean
}

const statusText: Readonly<Record<BackInStockStatus, string>> = {
  UNSPECIFIED: '',
  RECEIVED: 'Waits',
  PROCESSING: 'Email is about to go',
  NOTIFICATION_SENT: 'Notified',
  FAILED: 'Email failed',
}

/** Those who wait, or those who were told, the newest first. */
export function People({ view, first, next, mayWrite }: PeopleProps) {
  const { timeZone } = useShop()
  const { act, busy } = useAct()
  useKeys({ '/': { says: 'Search emails', moves: true, run: () => document.getElementById('list-q')?.focus() } }, 'Waiting list')
  const [words, setWords] = useState('')
  const [found, setFound] = useState<{ readonly people: readonly WaitingPerson[]; readonly next: string | undefined }>()
  const shown = found ?? { people: first, next }
  const search = (expression: string) => {
    setWords(expression)
    return act(async () => {
      setFound(await findPeople(view, undefined, expression))
    })
  }
  const more = () =>
    act(async () => {
      const page = await findPeople(view, shown.next, words)
      setFound({ people: [...shown.people, ...page.people], next: page.next })
      return undefined
    })
  const change = (work: () => Promise<unknown>, says: string) =>
    act(async () => {
      await work()
      setFound(await findPeople(view, undefined, words))
      return says
    })
  return (
    <>
      <div className="tools" role="search">
        <SearchBox hint="Email contains" asked={words} onAsk={({ q = '' }) => void search(q)} />
      </div>
      {shown.people.length === 0 ? (
        <section className="sec">
          <p className="soft" role="status">
            {words ? 'Nobody with this address.' : view === 'people' ? 'Nobody waits.' : 'Nobody was notified yet.'}
          </p>
        </section>
      ) : (
        <div className="tw" data-rows="">
          <Table
            caption={view === 'people' ? 'People who wait' : 'People who were notified'}
            className=""
            head={
              <>
                <Head>Email</Head>
                <Head>Variant</Head>
                <Head>Asked</Head>
                <Head>{view === 'people' ? 'Status' : 'Notified'}</Head>
                {mayWrite && <ActionsHead />}
              </>
            }
          >
            {shown.people.map(({ request, name, choices, sentDate }) => (
              <Tr key={request.id}>
                <RowHead>{request.email}</RowHead>
                <Td of="Variant">{[name || unnamed, choices].filter(Boolean).join(', ')}</Td>
                <Td of="Asked" className="soft fit">
                  {request.createdDate && placedAt(request.createdDate, timeZone)}
                </Td>
                <Td of={view === 'people' ? 'Status' : 'Notified'} className="soft fit">
                  {sentDate ? placedAt(sentDate, timeZone) : statusText[request.status]}
                </Td>
                {mayWrite && (
                  <Td of="Actions" className="fit">
                    <span className="acts">
                      {request.status !== 'NOTIFICATION_SENT' && (
                        <IconButton
                          small
                          icon={Done}
                          name={`Mark ${request.email} as notified`}
                          disabled={busy}
                          onClick={() =>
                            void change(
                              () => client.waitingList.markAsNotificationSent({ id: request.id! }),
                              `${request.email} is marked as notified.`,
                            )
                          }
                        />
                      )}
                      <IconButton
                        small
                        icon={Trash2}
                        name={`Take ${request.email} off the list`}
                        disabled={busy}
                        onClick={() =>
                          void change(() => client.waitingList.deleteRequest({ id: request.id! }), `${request.email} is off the list.`)
                        }
                      />
                    </span>
                  </Td>
                )}
              </Tr>
            ))}
          </Table>
          {shown.next && (
            <p className="sec">
              <Button disabled={busy} onClick={() => void more()}>
                Show more
              </Button>
            </p>
          )}
        </div>
      )}
    </>
  )
}
