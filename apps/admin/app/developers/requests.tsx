import { Refused } from '@vitrine/client'
import type { LoggedRequest, LoggedRequestDetail, RequestCaller, RequestLogSettings } from '@vitrine/contract'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { guid } from '../parts/guid.ts'
import { withParams } from '../parts/params.ts'
import { Toggle } from '../parts/toggle.tsx'
import { useAddress } from '../parts/use-address.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { methods, RequestFilters } from './request-filters.tsx'
import { RequestPanel } from './request-panel.tsx'
import { RequestsTable } from './requests-table.tsx'
import { DeveloperTabs } from './tabs.tsx'
import { useFollowing } from './use-following.ts'

interface Loaded {
  readonly requests: readonly LoggedRequest[]
  readonly nextCursor: string | undefined
  readonly callers: readonly RequestCaller[]
  readonly settings: RequestLogSettings
  readonly open: LoggedRequestDetail | undefined
}

/** Undefined where it is forgotten meanwhile. */
async function readOne(id: string, signal: AbortSignal): Promise<LoggedRequestDetail | undefined> {
  try {
    return (await client.requestLog.getLoggedRequest({ id }, { signal })).request
  } catch (error) {
    if (error instanceof Refused && error.code === 'LOGGED_REQUEST_NOT_FOUND') return undefined
    throw error
  }
}

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const asked = new URL(url).searchParams
  const idOf = (name: string) => [asked.get(name) ?? ''].find((text) => guid.test(text))
  const [status, within] = [Number(asked.get('status')), Number(asked.get('within'))]
  const method = methods.find((one) => one === asked.get('method'))
  const [path, requestId] = [asked.get('path')?.slice(0, 200), asked.get('request')?.slice(0, 200)]
  const [callerId, cursor, open] = [idOf('caller'), idOf('cursor'), idOf('open')]
  const [{ requests, nextCursor }, { callers }, { settings }, detail] = await Promise.all([
    client.requestLog.listLoggedRequests(
      {
        ...(status >= 2 && status <= 5 && Number.isInteger(status) && { statusClass: status }),
        ...(method && { method }),
        ...(path && { path }),
        ...(requestId && { requestId }),
        ...(callerId && { callerId }),
        ...(within > 0 && within <= 10_080 && { from: new Date(Date.now() - within * 60_000).toISOString() }),
        ...(cursor && { cursor }),
      },
      { signal },
    ),
    client.requestLog.listRequestCallers({}, { signal }),
    client.requestLog.getRequestLogSettings({}, { signal }),
    open ? readOne(open, signal) : undefined,
  ])
  return { requests, nextCursor, callers, settings, open: detail }
}

const refusals = {
  LOGGED_REQUEST_NOT_FOUND: 'This request is no longer in the log.',
  REQUEST_NOT_REPLAYABLE: 'This request cannot be replayed.',
  SERVICE_UNAVAILABLE: 'It was sent, and is not in the log yet. Look there before you replay it again.',
}

/** What programs asked of the API and how they were answered. */
export function Requests() {
  usePlace([{ name: 'Developers', to: '/developers' }, { name: 'Requests' }])
  const { requests, nextCursor, callers, settings, open } = useLoaderData<Loaded>()
  const [asked, change] = useAddress()
  const navigate = useNavigate()
  const may = useMay()('developers.write')
  const { act, busy } = useAct(refusals)
  const follows = asked.has('live')
  useFollowing(follows)
  const go = (changes: Readonly<Record<string, string>>) =>
    change((from) => withParams(from, changes), { replace: true, preventScrollReset: true })
  const ask = (changes: Readonly<Record<string, string>>) => go({ cursor: '', open: '', ...changes })
  const addressOf = (id: string) => `/developers/requests?${withParams(asked, { open: id })}`
  const isFiltered = ['path', 'request', 'status', 'method', 'caller', 'within', 'cursor'].some((name) => asked.has(name))
  const replay = async (id: string) => {
    await act(async () => {
      const { request } = await client.requestLog.replayLoggedRequest({ id })
      await navigate(addressOf(request.id), { preventScrollReset: true })
      return `It is sent again, and answered with ${request.status}${request.refusalCode ? ` ${request.refusalCode}` : ''}.`
    })
  }
  /** Shown at once, until the page is read again. */
  const [turned, setTurned] = useState<boolean>()
  const turn = async (enabled: boolean) => {
    setTurned(enabled)
    await act(async () => {
      await client.requestLog.updateRequestLogSettings({ settings: { enabled } })
      return enabled ? 'Requests are recorded from now on.' : 'Requests are not recorded any more.'
    })
    setTurned(undefined)
  }
  return (
    <>
      <PageHead title="Requests">
        <Button kind={follows ? 'primary' : ''} icon={Radio} aria-pressed={follows} onClick={() => ask({ live: follows ? '' : '1' })}>
          Follow live
        </Button>
      </PageHead>
      <DeveloperTabs />
      <p className="pad">
        <Toggle
          checked={turned ?? settings.enabled}
          disabled={!may || busy}
          onTurn={(on) => void turn(on)}
          hint={`Requests of API keys and apps, and what visitors of apps were refused. They are stored for ${settings.storedDays} days, ${settings.mostRequests.toLocaleString('en-GB')} at most, without passwords, tokens and card numbers.`}
        >
          Record requests
        </Toggle>
      </p>
      <RequestFilters asked={asked} callers={callers} onAsk={ask} />
      {requests.length === 0 ? (
        <p className="soft pad">
          {isFiltered
            ? 'No request in the log matches these filters.'
            : settings.enabled
              ? 'No program has called the API yet. A request is listed here a second after its answer.'
              : 'Nothing is recorded. Turn it on to see what programs ask, and why they are refused.'}
        </p>
      ) : (
        <RequestsTable requests={requests} open={open?.id} addressOf={addressOf} />
      )}
      {nextCursor && (
        <div className="pager">
          <Button small onClick={() => ask({ cursor: nextCursor, live: '' })}>
            Older
          </Button>
        </div>
      )}
      {open && (
        <RequestPanel
          key={open.id}
          of={open}
          may={may}
          busy={busy}
          addressOf={addressOf}
          onReplay={() => replay(open.id)}
          onClose={() => go({ open: '' })}
        />
      )}
    </>
  )
}
