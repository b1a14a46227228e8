import type { MemberAction, MemberJob } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { dateOf, many, shortTime } from '../../orders/text.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { useShop } from '../../shop.ts'
import { refusals } from '../text.tsx'

const actions: Readonly<Record<MemberAction, string>> = { APPROVE: 'approved', BLOCK: 'blocked', DELETE: 'deleted' }
const stands: Readonly<Record<MemberJob['state'], string>> = {
  RUNNING: 'goes on',
  DONE: '',
  UNDOING: 'is being taken back',
  UNDONE: 'taken back',
}

/** Bulk changes of members in the last thirty days, and taking it back. */
export function BulkChanges({ onClose }: { onClose: () => void }) {
  const { timeZone } = useShop()
  const { act, busy } = useAct(refusals)
  const [jobs, setJobs] = useState<readonly MemberJob[]>()
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    const gone = new AbortController()
    client.memberAdmin.listJobs({}, { signal: gone.signal }).then(
      ({ jobs: all }) => setJobs(all),
      () => {},
    )
    return () => gone.abort()
  }, [asked])
  const undo = (job: MemberJob) =>
    void act(async () => {
      await client.memberAdmin.undoJob({ jobId: job.id })
      setAsked((times) => times + 1)
      return 'Those whom it touched are what they were, but for what was changed since.'
    })
  return (
    <Dialog
      wide
      title="Bulk changes"
      about="What was done to several members at once. Each can be taken back for 30 days."
      does="Done"
      cancel="Close"
      busy={false}
      onDo={onClose}
      onClose={onClose}
    >
      {jobs?.length === 0 && <p className="soft">Nothing in the last 30 days.</p>}
      {jobs && jobs.length > 0 && (
        <Table
          caption="Bulk changes"
          headHidden
          head={
            <>
              <Head>What</Head>
              <Head>When</Head>
              <Head>Until when it can be taken back</Head>
              <Head>Take it back</Head>
            </>
          }
        >
          {jobs.map((job) => (
            <Tr key={job.id}>
              <RowHead>{`${many(job.touched, 'member')} ${actions[job.action]}`}</RowHead>
              <Td className="soft">{shortTime(job.createdDate, timeZone)}</Td>
              <Td className="soft">{stands[job.state] || `until ${dateOf(job.undoUntil, timeZone)}`}</Td>
              <Td className="fit right">
                {(job.state === 'DONE' || job.state === 'RUNNING') && job.touched > 0 && (
                  <Button
                    small
                    disabled={busy}
                    aria-label={`Undo: ${many(job.touched, 'member')} ${actions[job.action]}`}
                    onClick={() => undo(job)}
                  >
                    Undo
                  </Button>
                )}
              </Td>
            </Tr>
          ))}
        </Table>
      )}
    </Dialog>
  )
}
