import type { Job, JobSchedule } from '@vitrine/contract'
import { RefreshCw } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { Link, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { placedAt } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Status } from '../parts/glyph.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { byTime, countsText, dueText, progressOf, scheduleName, shareOf, stateText, statusOf, titleOf } from './text.ts'

interface Loaded {
  readonly jobs: readonly Job[]
  readonly nextCursor?: string | undefined
  readonly counts: { readonly waiting: number; readonly running: number; readonly failed: number }
  readonly schedules: readonly JobSchedule[]
}

interface View {
  readonly name: string
  readonly state?: Job['state']
  readonly kind?: Job['kind']
}

const views: readonly View[] = [
  { name: 'All' },
  { name: 'Running', state: 'RUNNING' },
  { name: 'Waiting', state: 'WAITING' },
  { name: 'Failed', state: 'FAILED' },
  { name: 'Done', state: 'DONE' },
  { name: 'Imports', kind: 'IMPORT' },
  { name: 'Media', kind: 'MEDIA' },
]

/** The address of a view, from its newest jobs or from those after a cursor. */
function addressOf({ state, kind }: View, after?: string): string {
  const search = new URLSearchParams({
    ...(state && { state: state.toLowerCase() }),
    ...(kind && { kind: kind.toLowerCase() }),
    ...(after !== undefined && { after }),
  })
  return search.size > 0 ? `/system/jobs?${search}` : '/system/jobs'
}

const viewIn = (search: URLSearchParams): View =>
  views.find(
    ({ state, kind }) => (state?.toLowerCase() ?? null) === search.get('state') && (kind?.toLowerCase() ?? null) === search.get('kind'),
  ) ?? views[0]!

export function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const search = new URL(url).searchParams
  const { state, kind } = viewIn(search)
  const cursor = search.get('after')
  return client.jobs.listJobs({ ...(state && { state }), ...(kind && { kind }), ...(cursor && { cursor }) }, { signal })
}

/** While something is under way it is looked again. */
const againMs = 4000

const refusals = {
  JOB_NOT_FOUND: 'This job is done and no longer listed.',
  JOB_NOT_RETRIED: 'It is already running again.',
  JOB_NOT_CANCELED: 'It has already ended.',
}

/** What the shop does in the background: what waits, what runs, and what came to nothing and why. */
export function Jobs() {
  const { jobs, nextCursor, counts, schedules } = useLoaderData<Loaded>()
  const [search] = useSearchParams()
  const { timeZone } = useShop()
  const may = useMay()('settings.write')
  const { act, busy } = useAct(refusals)
  const { revalidate, state: reading } = useRevalidator()
  const [canceling, setCanceling] = useState<Job>()
  usePlace([{ name: 'System', to: '/system' }, { name: 'Jobs' }])
  const isAlive = counts.running + counts.waiting > 0
  useEffect(() => {
    if (!isAlive) return
    const timer = setInterval(() => void revalidate(), againMs)
    return () => clearInterval(timer)
  }, [isAlive, revalidate])
  const current = viewIn(search)
  const isFurther = search.has('after')
  const at = (iso: string) => placedAt(iso, timeZone)
  const numberOf: Readonly<Partial<Record<Job['state'], number>>> = {
    RUNNING: counts.running,
    WAITING: counts.waiting,
    FAILED: counts.failed,
  }

  return (
    <>
      <PageHead title="Jobs" facts={<span role="status">{countsText(counts)}</span>}>
        <Button icon={RefreshCw} disabled={reading === 'loading'} onClick={() => void revalidate()}>
          Refresh
        </Button>
      </PageHead>
      <div className="tabs">
        <nav aria-label="Views">
          <ul>
            {views.map((view) => {
              const number = view.state && numberOf[view.state]
              return (
                <li key={view.name}>
                  <Link to={addressOf(view)} {...(view === current && { 'aria-current': 'page' })}>
                    {view.name}
                    {number !== undefined && <span className="n">{number.toLocaleString('en-GB')}</span>}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
      </div>
      {jobs.length === 0 ? (
        <p className="soft pad">{isFurther ? 'There are no older jobs.' : emptyText(current)}</p>
      ) : (
        <Table
          caption="Jobs, newest first"
          className="pic works"
          head={
            <>
              <Head>Job</Head>
              <Head>Status</Head>
              <Head>Progress</Head>
              <Head>When</Head>
              <ActionsHead />
            </>
          }
        >
          {jobs.map((job) => (
            <Tr key={job.id}>
              <RowHead>
                <span className="two">
                  <JobTitle of={job} />
                  {job.subject !== undefined && <span>{job.subject}</span>}
                </span>
              </RowHead>
              <Td of="Status" className="fit">
                <JobStatus of={job} />
              </Td>
              <Td of="Progress">
                <JobProgress of={job} />
              </Td>
              <Td of="When" className="soft fit">
                <When job={job} at={at} />
              </Td>
              <Td of="Actions" className="fit right">
                {may && job.mayRetry && (
                  <Button
                    small
                    disabled={busy}
                    aria-label={`Retry: ${job.subject ?? titleOf(job)}`}
                    onClick={() =>
                      void act(async () => {
                        await client.jobs.retryJob({ jobId: job.id })
                        return `${job.subject ?? titleOf(job)} is tried again.`
                      })
                    }
                  >
                    Retry
                  </Button>
                )}
                {may && job.mayCancel && (
                  <Button
                    small
                    kind="ghost"
                    disabled={busy}
                    aria-label={`Cancel: ${job.subject ?? titleOf(job)}`}
                    onClick={() => setCanceling(job)}
                  >
                    Cancel
                  </Button>
                )}
              </Td>
            </Tr>
          ))}
        </Table>
      )}
      {(nextCursor !== undefined || isFurther) && (
        <nav className="row pad" aria-label="Pages">
          {isFurther && (
            <Link className="btn" to={addressOf(current)}>
              Newest
            </Link>
          )}
          {nextCursor !== undefined && (
            <Link className="btn" to={addressOf(current, nextCursor)}>
              Older
            </Link>
          )}
        </nav>
      )}
      {schedules.length > 0 && (
        <section className="sec">
          <header className="sec-h">
            <h2>Scheduled</h2>
            <p>for all shops of this server</p>
          </header>
          <ul className="rules">
            {[...Map.groupBy(schedules.toSorted(byTime), ({ every }) => dueText(every))].map(([due, those]) => (
              <li key={due}>
                <span>{due}</span>
                <ul className="schedules">
                  {those.map(({ name }) => (
                    <li key={name}>{scheduleName(name)}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      )}
      {canceling && (
        <Dialog
          title="Cancel this job?"
          about={`${canceling.subject ?? titleOf(canceling)} stays in the library as it was uploaded, unprocessed. You can retry it later.`}
          does="Cancel the job"
          kind="danger"
          cancel="Back"
          busy={busy}
          onDo={() =>
            void act(async () => {
              await client.jobs.cancelJob({ jobId: canceling.id })
              return `${canceling.subject ?? titleOf(canceling)} is cancelled.`
            }).then(() => setCanceling(undefined))
          }
          onClose={() => setCanceling(undefined)}
        />
      )}
    </>
  )
}

const emptyText = ({ state, kind }: View): string =>
  kind === 'IMPORT'
    ? 'No products were imported within the last weeks.'
    : state === undefined
      ? 'No job is running, waiting or has failed. Imports and files that were processed are listed here, too.'
      : `No job is ${stateText[state].toLowerCase()}.`

/** What an import did, and what can be done about it, is on its own page. */
function JobTitle({ of }: { of: Job }) {
  if (of.kind !== 'IMPORT') return <b className="lead">{titleOf(of)}</b>
  return (
    <Link className="lead" to={`/products/import/${of.id.slice('import:'.length)}`}>
      {titleOf(of)}
    </Link>
  )
}

function JobStatus({ of }: { of: Job }) {
  const { glyph, tone, says } = statusOf(of)
  return (
    <Status glyph={glyph} tone={tone}>
      {says}
    </Status>
  )
}

function JobProgress({ of }: { of: Job }) {
  const share = shareOf(of)
  if (share === undefined) return progressOf(of)
  return (
    <span className="two job">
      <span>{progressOf(of)}</span>
      <span>
        <span className="meter" data-tone="accent" style={{ '--v': `${share * 100}%` } as CSSProperties} />
      </span>
    </span>
  )
}

function When({ job: { finishedDate, dueDate, startedDate, createdDate, attempts }, at }: { job: Job; at: (iso: string) => string }) {
  if (finishedDate !== undefined) return <time dateTime={finishedDate}>{at(finishedDate)}</time>
  if (dueDate !== undefined && attempts > 0) return <time dateTime={dueDate}>next {at(dueDate)}</time>
  const since = startedDate ?? createdDate
  return <time dateTime={since}>since {at(since)}</time>
}
