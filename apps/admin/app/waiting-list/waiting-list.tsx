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
import { Variants } from './variants.tsx'

type View = 'variants' | PeopleView

interface Loaded {
  readonly view: View
  readonly items: readonly WaitingItem[]
  readonly currency: string
  readonly totals: { readonly items: number; readonly people: number; readonly sent: number; readonly worth: string }
  readonly settings: WaitingListSettings
  readonly people: readonly WaitingPerson[]
  readonly next: string | undefined
}

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const asked = new URL(url).searchParams.get('view')
  const view: View = asked === 'people' || asked === 'sent' ? asked : 'variants'
  const [list, { settings }, found] = await Promise.all([
    client.waitingList.listItems({ limit: 100 }, { signal }),
    client.waitingList.getSettings({}, { signal }),
    view === 'variants' ? undefined : findPeople(view, undefined, '', signal),
  ])
  return { view, ...list, settings, people: found?.people ?? [], next: found?.next }
}

/** Who waits for what is sold out, and who was told. */
export function WaitingList() {
  const { view, items, currency, totals, settings, people, next } = useLoaderData<Loaded>()
  const mayWrite = useMay()('orders.write')
  const [pace, setPace] = useState(false)
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Waiting list' }])
  useKeys(mayWrite ? { e: { says: 'Email and pace', run: () => setPace(true) } } : {}, 'Waiting list')
  const tabs: readonly { readonly id: View; readonly name: string; readonly count: number }[] = [
    { id: 'variants', name: 'By variant', count: totals.items },
    { id: 'people', name: 'By person', count: totals.people },
    { id: 'sent', name: 'Notified', count: totals.sent },
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
        <Variants items={items} currency={currency} settings={settings} mayWrite={mayWrite} />
      ) : (
        <People key={view} view={view} first={people} next={next} mayWrite={mayWrite} />
      )}
      {pace && <Pace settings={settings} onClose={() => setPace(false)} />}
    </>
  )
}
