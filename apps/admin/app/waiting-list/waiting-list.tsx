import type { BackInStockStatus, WaitingItem, WaitingListSettings, WaitingPerson } from '@vitrine/contract'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { Button } from '../parts/button.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { moneyText } from './money.ts'
import { Pace } from './pace.tsx'
import { People } from './people.tsx'
import { Variants } from './variants.tsx'

type View = 'variants' | 'people' | 'sent'

interface Loaded {
  readonly view: View
  readonly items: readonly WaitingItem[]
  readonly currency: string
  readonly totals: { readonly items: number; readonly people: number; readonly sent: number; readonly worth: string }
  readonly settings: WaitingListSettings
  readonly people: readonly WaitingPerson[]
  readonly next: string | undefined
}

const statuses: Readonly<Record<Exclude<View, 'variants'>, readonly BackInStockStatus[]>> = {
  people: ['RECEIVED', 'PROCESSING'],
  sent: ['NOTIFICATION_SENT', 'FAILED'],
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

/** A page of people, the newest first. */
export async function findPeople(view: Exclude<View, 'variants'>, cursor: string | undefined, expression: string, signal?: AbortSignal) {
  const { people, pagingMetadata } = await client.waitingList.searchPeople(
    {
      search: {
        filter: { status: { $in: [...statuses[view]] } },
        cursorPaging: { limit: 50, ...(cursor && { cursor }) },
        ...(expression && { search: { expression } }),
      },
    },
    { ...(signal && { signal }) },
  )
  return { people, next: pagingMetadata.hasNext ? pagingMetadata.cursors.next : undefined }
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
        isSection
        facts={
          <span>
            {many(totals.people, 'person', 'people')}, about <b>{moneyText(totals.worth, currency)}</b> if each buys one
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
