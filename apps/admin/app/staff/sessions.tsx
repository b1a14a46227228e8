import type { StaffSession } from '@vitrine/contract'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { agentName } from '../parts/agent.ts'
import { Button } from '../parts/button.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useSay } from '../parts/toasts.tsx'
import { useMay, useMe } from '../shell/layout.tsx'
import { StaffHead } from './head.tsx'
import { SessionCells, SessionHeads } from './session-columns.tsx'
import { refusals } from './text.tsx'

interface Loaded {
  readonly sessions: readonly StaffSession[]
  readonly next: string | undefined
  readonly count: number
}

const page = 50

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const [{ sessions, pagingMetadata }, { staffMembers }] = await Promise.all([
    client.staff.listSessions({ limit: page }, { signal }),
    client.staff.listStaff({}, { signal }),
  ])
  return { sessions, next: pagingMetadata.cursors.next, count: staffMembers.reduce((sum, person) => sum + person.sessions, 0) }
}

/** Where everybody of the staff is signed in. */
export function Sessions() {
  const loaded = useLoaderData<Loaded>()
  // What was read anew begins again with its first page.
  return <List key={loaded.sessions.map(({ id }) => id).join()} {...loaded} />
}

function List({ sessions: first, next: second, count }: Loaded) {
  const me = useMe()
  const may = useMay()('staff.write')
  const { act, busy } = useAct(refusals)
  const say = useSay()
  const [{ sessions, next }, setRead] = useState<{ sessions: readonly StaffSession[]; next: string | undefined }>({
    sessions: first,
    next: second,
  })
  const [reading, setReading] = useState(false)
  async function more(cursor: string) {
    setReading(true)
    try {
      const read = await client.staff.listSessions({ limit: page, cursor })
      setRead({ sessions: [...sessions, ...read.sessions], next: read.pagingMetadata.cursors.next })
    } catch {
      say({ text: 'The further sessions could not be read. Try again.', bad: true })
    } finally {
      setReading(false)
    }
  }
  const end = ({ id, name, agent }: StaffSession) =>
    act(async () => {
      await client.staff.endSession({ sessionId: id })
      return `${name} is signed out of ${agentName(agent)}.`
    })
  return (
    <>
      <StaffHead sessions={count} />
      <section className="sec">
        <Table
          caption="Sessions"
          className="in one"
          head={
            <>
              <Head>Name</Head>
              <Head>Signed in on</Head>
              <SessionHeads />
            </>
          }
        >
          {sessions.map((session) => (
            <Tr key={session.id}>
              <RowHead className="lead">{session.name}</RowHead>
              <Td of="Signed in on">{agentName(session.agent) || 'unknown'}</Td>
              <SessionCells of={session}>
                {may && !session.current && (
                  <Button
                    small
                    disabled={busy}
                    aria-label={`Sign out ${session.staffMemberId === me.id ? 'yourself' : session.name} of ${agentName(session.agent)}`}
                    onClick={() => void end(session)}
                  >
                    Sign out
                  </Button>
                )}
              </SessionCells>
            </Tr>
          ))}
        </Table>
        {next && (
          <p>
            <Button disabled={reading} onClick={() => void more(next)}>
              Show more
            </Button>
          </p>
        )}
      </section>
    </>
  )
}
