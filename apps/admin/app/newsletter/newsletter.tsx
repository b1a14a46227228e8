import type { NewsletterSettings, NewsletterState, NewsletterSubscriber } from '@vitrine/contract'
import { Download, MailX, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { exportBegun, fetchExport } from '../list/fetch-export.ts'
import { many } from '../list/many.ts'
import { placedAt } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { filterOf, findSubscribers, proofOf, stateNames } from './find-subscribers.ts'
import { Settings } from './settings.tsx'

type Found = Awaited<ReturnType<typeof findSubscribers>>

interface Loaded extends Found {
  readonly state: NewsletterState | undefined
  readonly settings: NewsletterSettings
}

const states = ['CONFIRMED', 'PENDING', 'UNSUBSCRIBED'] as const

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const asked = new URL(url).searchParams.get('state')
  const state = states.find((one) => one === asked)
  const [found, { settings }] = await Promise.all([
    findSubscribers(state, undefined, '', signal),
    client.newsletterManagement.getSettings({}, { signal }),
  ])
  return { state, settings, ...found }
}

/** Who is subscribed to the newsletter, and how that is known. */
export function Newsletter() {
  const { state, settings, totals, ...first } = useLoaderData<Loaded>()
  const may = useMay()
  const [settingUp, setSettingUp] = useState(false)
  const { act, busy } = useAct()
  usePlace([{ name: 'Members', to: '/members' }, { name: 'Newsletter' }])
  const all = totals.confirmed + totals.pending + totals.unsubscribed
  const counts: Readonly<Record<NewsletterState, number>> = {
    CONFIRMED: totals.confirmed,
    PENDING: totals.pending,
    UNSUBSCRIBED: totals.unsubscribed,
  }
  const exportThem = () =>
    act(async () => {
      const { link } = await client.newsletterManagement.exportSubscribers({ format: 'CSV', ...filterOf(state) })
      fetchExport(link)
      return exportBegun
    })
  return (
    <>
      <PageHead
        title="Newsletter"
        facts={
          <span>
            {many(totals.confirmed, 'subscriber')}
            {!settings.shown && '. The shop does not ask for more'}
          </span>
        }
      >
        <Button icon={Download} disabled={busy || all === 0} onClick={() => void exportThem()}>
          Export CSV
        </Button>
        {may('members.write') && (
          <Button icon={Settings2} onClick={() => setSettingUp(true)}>
            Sign-up form
          </Button>
        )}
      </PageHead>
      <div className="tabs">
        <nav aria-label="Views">
          <ul>
            <li>
              <Link to="/newsletter" {...(!state && { 'aria-current': 'page' as const })}>
                All
                <span className="n">{all.toLocaleString('en-GB')}</span>
              </Link>
            </li>
            {states.map((one) => (
              <li key={one}>
                <Link to={`/newsletter?state=${one}`} {...(one === state && { 'aria-current': 'page' as const })}>
                  {stateNames[one]}
                  <span className="n">{counts[one].toLocaleString('en-GB')}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Subscribers key={state ?? 'all'} state={state} first={{ ...first, totals }} mayWrite={may('members.write')} />
      {settingUp && <Settings of={settings} onClose={() => setSettingUp(false)} />}
    </>
  )
}

function Subscribers({ state, first, mayWrite }: { state: NewsletterState | undefined; first: Found; mayWrite: boolean }) {
  const { timeZone } = useShop()
  const { act, busy } = useAct()
  const [words, setWords] = useState('')
  const [found, setFound] = useState<Found>()
  const [ending, setEnding] = useState<NewsletterSubscriber>()
  const { subscribers, next, totals } = found ?? first
  const search = (expression: string) => findSubscribers(state, undefined, expression.trim())
  const more = () =>
    act(async () => {
      const page = await findSubscribers(state, next, words.trim())
      setFound({ ...page, subscribers: [...subscribers, ...page.subscribers] })
      return undefined
    })
  const end = ({ id, email }: NewsletterSubscriber) =>
    act(async () => {
      await client.newsletterManagement.unsubscribe({ id })
      setFound(await search(words))
      return `${email} is unsubscribed.`
    }).then((done) => done && setEnding(undefined))
  return (
    <>
      <form
        className="sec"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          void act(async () => {
            setFound(await search(words))
            return undefined
          })
        }}
      >
        <TextField label="Email contains" type="search" maxLength={100} value={words} onChange={({ target }) => setWords(target.value)} />
      </form>
      {totals.confirmed + totals.pending + totals.unsubscribed === 0 ? (
        <Empty title="Nobody has subscribed yet">The form stands in the footer of every page of the shop.</Empty>
      ) : subscribers.length === 0 ? (
        <section className="sec">
          <p className="soft" role="status">
            {words ? 'Nobody with this address.' : 'Nobody.'}
          </p>
        </section>
      ) : (
        <div className="tw" data-rows="">
          <Table
            caption="Subscribers"
            className="in"
            head={
              <>
                <Head>Email</Head>
                <Head>State</Head>
                <Head>Asked</Head>
                <Head>Confirmed</Head>
                <Head>Agreed to</Head>
                {mayWrite && <ActionsHead />}
              </>
            }
          >
            {subscribers.map((one) => (
              <Tr key={one.id}>
                <RowHead>{one.memberId ? <Link to={`/members/${one.memberId}`}>{one.email}</Link> : one.email}</RowHead>
                <Td of="State" className="fit">
                  {stateNames[one.state]}
                </Td>
                <Td of="Asked" className="soft fit">
                  {placedAt(one.askedDate, timeZone)}
                </Td>
                <Td of="Confirmed" className="soft fit">
                  {one.confirmedDate && placedAt(one.confirmedDate, timeZone)}
                </Td>
                <Td of="Agreed to" className="soft">
                  {proofOf(one)}
                </Td>
                {mayWrite && (
                  <Td of="Actions" className="fit">
                    {one.state !== 'UNSUBSCRIBED' && (
                      <span className="acts">
                        <IconButton small icon={MailX} name={`Unsubscribe ${one.email}`} disabled={busy} onClick={() => setEnding(one)} />
                      </span>
                    )}
                  </Td>
                )}
              </Tr>
            ))}
          </Table>
          {next && (
            <p className="sec">
              <Button disabled={busy} onClick={() => void more()}>
                Show more
              </Button>
            </p>
          )}
        </div>
      )}
      {ending && (
        <Dialog
          title={`Unsubscribe ${ending.email}?`}
          about="Only they can subscribe again, by giving the address and using the link in the email."
          does="Unsubscribe"
          busy={busy}
          onDo={() => void end(ending)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  )
}
