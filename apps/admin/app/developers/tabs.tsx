import { Link, useLocation } from 'react-router'
import { useMay } from '../shell/layout.tsx'

const tabs = [
  { to: '/developers', name: 'Apps and keys', needs: 'developers.read' },
  { to: '/developers/webhooks', name: 'Webhooks', needs: 'webhooks.read' },
  { to: '/developers/requests', name: 'Requests', needs: 'developers.read' },
  { to: '/developers/services', name: 'Services', needs: 'settings.read' },
] as const

/** What developers find beside each other. */
export function DeveloperTabs() {
  const { pathname } = useLocation()
  const may = useMay()
  return (
    <div className="tabs">
      <nav aria-label="Parts">
        <ul>
          {tabs
            .filter(({ needs }) => may(needs))
            .map(({ to, name }) => (
              <li key={to}>
                <Link to={to} {...(pathname === to && { 'aria-current': 'page' })}>
                  {name}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  )
}
