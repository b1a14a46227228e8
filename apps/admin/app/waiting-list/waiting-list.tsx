import type { WaitingItem, WaitingListSettings, WaitingPerson } from '@vitrine/contract'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { money } from '../orders/sums.ts'
import { Button } from '../parts/button.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { findPeople, type PeopleView } from './find-people.ts'
import { Pace } from './pace.tsx'
import { People } from './people.tsx'
import { Prices, type Watched } from './prices.tsx'
import { Variants } from './variants.tsx'

type View = 'variants' | 'prices' | PeopleView

interface Loaded {
  readonly view: View
  readonly items: readonly WaitingItem[]
  readonly currency: string
  readonly totals: { readonly items: number; readonly people: number; readonly sent: number; readonly worth: string }
  readonly settings: WaitingListSettings
  readonly people: readonly WaitingPerson[]
  readonly next: string | undefined
  readonly watched: Watched
  /** How many variants with more people come before these. */
  readonly from: number
}

const perPage = 100

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const { searchParams } = new URL(url)
  const asked = searchParams.get('view')
  const from = Math.min(100_000, Math.max(0, Math.trunc(Number(searchParams.get('from')) || 0)))
  const view: View = asked === 'people' || asked === 'sent' || asked === 'prices' ? asked : 'variants'
  const [list, { settings }, watched, found] = await Promise.all([
    client.waitingList.listItems({ limit: perPage, offset: from }, { signal }),
    client.waitingList.getSettings({}, { signal }),
    client.waitingList.listWatchedItems({ limit: perPage, offset: view === 'prices' ? from : 0 }, { signal }),
    view === 'people' || view === 'sent' ? findPeople(view, undefined, '', signal) : undefined,
  ])
  return { view, ...list, settings, people: found?.people ?? [], next: found?.next, watched, from }
}

/** Who waits for what is sold out, and who was told. */
export function WaitingList() {
  const { view, items, currency, totals, settings, people, next, watched, from } = useLoaderData<Loaded>()
  const mayWrite = useMay()('orders.write')
  const [pace, setPace] = useState(false)
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Waiting list' }])
  useKeys(mayWrite ? { e: { says: 'Email and pace', run: () => setPace(true) } } : {}, 'Waiting list')
  const tabs: readonly { readonly id: View; readonly name: string; readonly count: number }[] = [
    { id: 'variants', name: 'By variant', count: totals.items },
    { id: 'people', name: 'By person', count: totals.people },
    { id: 'sent', name: 'Notified', count: totals.sent },
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
          <Button icon={Settings2} onClick={() => setPace(true)}>
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
          <Pages at="/waiting-list" from={from} shown={items.length} of={totals.items} />
        </>
      ) : view === 'prices' ? (
        <>
          <Prices of={watched} />
          <Pages at="/waiting-list?view=prices" from={from} shown={watched.items.length} of={watched.totals.items} />
        </>
      ) : (
        <People key={view} view={view} first={people} next={next} mayWrite={mayWrite} />
      )}
      {pace && <Pace settings={settings} onClose={() => setPace(false)} />}
    </>
  )
}

/** The ways to the variants with more people, and to those with fewer. */
function Pages({ at, from, shown, of }: { at: string; from: number; shown: number; of: number }) {
  if (from === 0 && shown >= of) return null
  const before = Math.max(0, from - perPage)
  const page = (n: number) => (n === 0 ? at : `${at}${at.includes('?') ? '&' : '?'}from=${n}`)
  return (
    <nav className="row small" aria-label="Pages">
      {from > 0 && <Link to={page(before)}>Previous</Link>}
      <span className="soft">
        {shown === 0 ? 'None' : `${(from + 1).toLocaleString('en-GB')} to ${(from + shown).toLocaleString('en-GB')}`} of{' '}
        {of.toLocaleString('en-GB')}
      </span>
      {from + shown < of && shown > 0 && <Link to={page(from + shown)}>Next</Link>}
    </nav>
  )
}
