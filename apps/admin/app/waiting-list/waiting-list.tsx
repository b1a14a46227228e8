import type { Ok, WaitingItem, WaitingListSettings, WaitingPerson } from '@vitrine/contract'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { money } from '../orders/sums.ts'
import { Button } from '../parts/button.tsx'
import { OffsetPages, readFrom } from '../parts/offset-pages.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { findPeople, type PeopleView } from './find-people.ts'
import { Left } from './left.tsx'
import { Outcomes } from './outcomes.tsx'
import { Pace } from './pace.tsx'
import { People } from './people.tsx'
import { Prices, type Watched } from './prices.tsx'
import { Variants } from './variants.tsx'

type View = 'variants' | 'prices' | 'left' | PeopleView

interface Loaded {
  readonly view: View
  readonly items: readonly WaitingItem[]
  readonly currency: string
  readonly totals: { readonly items: number; readonly people: number; readonly sent: number; readonly left: number; readonly worth: string }
  readonly settings: WaitingListSettings
  readonly people: readonly WaitingPerson[]
  readonly next: string | undefined
  readonly watched: Watched
  /** Of the views that show them. */
  readonly left: Ok<'GET /vitrine/v1/waiting-list/left'> | undefined
  readonly outcomes: Ok<'GET /vitrine/v1/waiting-list/outcomes'> | undefined
  /** How many variants with more people come before these. */
  readonly from: number
}

const perPage = 100

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const { searchParams } = new URL(url)
  const asked = searchParams.get('view')
  const from = readFrom(searchParams)
  const view: View = asked === 'people' || asked === 'sent' || asked === 'prices' || asked === 'left' ? asked : 'variants'
  const [list, { settings }, watched, found, left, outcomes] = await Promise.all([
    client.waitingList.listItems({ limit: perPage, offset: from }, { signal }),
    client.waitingList.getSettings({}, { signal }),
    client.waitingList.listWatchedItems({ limit: perPage, offset: view === 'prices' ? from : 0 }, { signal }),
    view === 'people' || view === 'sent' ? findPeople(view, undefined, '', signal) : undefined,
    view === 'left' ? client.waitingList.listDepartures({ limit: perPage, offset: from }, { signal }) : undefined,
    view === 'variants' ? client.waitingList.readOutcomes({}, { signal }) : undefined,
  ])
  return { view, ...list, settings, people: found?.people ?? [], next: found?.next, watched, left, outcomes, from }
}

/** Who waits for what is sold out, and who was told. */
export function WaitingList() {
  const { view, items, currency, totals, settings, people, next, watched, left, outcomes, from } = useLoaderData<Loaded>()
  const mayWrite = useMay()('orders.write')
  const [pace, setPace] = useState(false)
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Waiting list' }])
  useKeys(mayWrite ? { e: { says: 'Email and pace', run: () => setPace(true) } } : {}, 'Waiting list')
  const tabs: readonly { readonly id: View; readonly name: string; readonly count: number }[] = [
    { id: 'variants', name: 'By variant', count: totals.items },
    { id: 'people', name: 'By person', count: totals.people },
    { id: 'sent', name: 'Notified', count: totals.sent },
    { id: 'left', name: 'Left the list', count: totals.left },
    { id: 'prices', name: 'Prices', count: watched.totals.people },
  ]
  return (
    <>
      <PageHead
        title="Waiting list"
        facts={
          <span>
            {many(totals.people, 'person', 'people')}, about <b>{money(totals.worth, currency)}</b> if each buys one
            {!settings.collectsRequests && '. No requests are collected'}
          </span>
        }
      >
        {mayWrite && (
          <Button icon={Mail} onClick={() => setPace(true)}>
            Email and pace
          </Button>
        )}
      </PageHead>
      <div className="tabs">
        <nav aria-label="Views">
          <ul>
            {tabs.map(({ id, name, count }) => (
              <li key={id}>
                <Link
                  to={id === 'variants' ? '/waiting-list' : `/waiting-list?view=${id}`}
                  {...(id === view && { 'aria-current': 'page' as const })}
                >
                  {name}
                  <span className="n">{count.toLocaleString('en-GB')}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {view === 'variants' ? (
        <>
          <Variants items={items} currency={currency} settings={settings} mayWrite={mayWrite} />
          <OffsetPages at="/waiting-list" from={from} perPage={perPage} shown={items.length} of={totals.items} />
          {outcomes && <Outcomes of={outcomes} />}
        </>
      ) : view === 'prices' ? (
        <>
          <Prices of={watched} />
          <OffsetPages
            at="/waiting-list?view=prices"
            from={from}
            perPage={perPage}
            shown={watched.items.length}
            of={watched.totals.items}
          />
        </>
      ) : view === 'left' ? (
        left && (
          <>
            <Left of={left} />
            <OffsetPages at="/waiting-list?view=left" from={from} perPage={perPage} shown={left.left.length} of={left.total} />
          </>
        )
      ) : (
        <People key={view} view={view} first={people} next={next} mayWrite={mayWrite} />
      )}
      {pace && <Pace settings={settings} onClose={() => setPace(false)} />}
    </>
  )
}
