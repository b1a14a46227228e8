import type { SystemCheck } from '@vitrine/contract'
import { Copy, RefreshCw } from 'lucide-react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { Button } from '../parts/button.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { useSay } from '../parts/toasts.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { checkNames, headingOf, reportOf } from './check-names.ts'

interface Loaded {
  readonly checks: readonly SystemCheck[]
  readonly checkedDate: string
}

export const loader = ({ request: { signal } }: { request: Request }): Promise<Loaded> => client.systemChecks.checkSystem({}, { signal })

const states = {
  OK: { key: 'ok', says: 'In order', sign: <Glyph of="c-full" /> },
  WARNING: { key: 'warn', says: 'Warning', sign: <Glyph of="t-warn" /> },
  FAILED: { key: 'bad', says: 'Failed', sign: <Glyph of="c-x" /> },
} as const

/** Browsers have no clipboard for pages without https. */
const canCopy = 'clipboard' in navigator

/** What a shop on the open internet needs, and whether it is there. */
export function System() {
  const { checks, checkedDate } = useLoaderData<Loaded>()
  const { timeZone } = useShop()
  const may = useMay()
  const { revalidate, state } = useRevalidator()
  const say = useSay()
  usePlace([{ name: 'System' }])
  const { title, facts } = headingOf(checks)
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }).format(new Date(checkedDate))
  return (
    <>
      <PageHead title={title} facts={<span>{facts}</span>}>
        {canCopy && (
          <Button
            icon={Copy}
            onClick={() => void navigator.clipboard.writeText(reportOf(checks)).then(() => say({ text: 'The report is copied.' }))}
          >
            Copy a report
          </Button>
        )}
        <Button icon={RefreshCw} disabled={state === 'loading'} onClick={() => void revalidate()}>
          Check again
        </Button>
      </PageHead>
      <ul className="health checks" aria-label="Checks">
        {checks.map(({ id, status, message, figure }) => {
          const { name, place } = checkNames[id]
          const { key, says, sign } = states[status]
          return (
            <li key={id} data-k={key}>
              <span className="hs">
                {sign}
                <span className="vh">{says}</span>
              </span>
              <span className="two">
                <b>{name}</b>
                <span>{message}</span>
              </span>
              <span className="hv">{figure}</span>
              <span className="right">
                {place && status !== 'OK' && (!place.needs || may(place.needs)) && (
                  <Link className="btn small" to={place.to}>
                    <span>{place.says}</span>
                  </Link>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="checked-at soft small" role="status">
        Checked at {time}.
      </p>
    </>
  )
}
