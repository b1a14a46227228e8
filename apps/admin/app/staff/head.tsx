import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { PageHead, usePlace } from '../shell/page.tsx'

const parts = [
  { name: 'People and roles', to: '/staff' },
  { name: 'Sessions', to: '/staff/sessions' },
  { name: 'Rules', to: '/staff/rules' },
] as const

/** The head of each page about the staff. */
export function StaffHead({ facts, main, sessions }: { facts?: ReactNode; main?: ReactNode; sessions: number | undefined }) {
  const { pathname } = useLocation()
  const here = parts.find(({ to }) => to === pathname) ?? parts[0]
  usePlace(here === parts[0] ? [{ name: 'Staff' }] : [{ name: 'Staff', to: '/staff' }, { name: here.name }])
  return (
    <>
      <PageHead title="Staff" facts={facts} main={main} />
      <div className="tabs">
        <nav aria-label="Parts">
          <ul>
            {parts.map((part) => (
              <li key={part.to}>
                <Link to={part.to} {...(part === here && { 'aria-current': 'page' as const })}>
                  {part.name}
                  {part.to === '/staff/sessions' && sessions !== undefined && <span className="n">{sessions}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  )
}
