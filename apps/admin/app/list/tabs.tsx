import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf } from './address.ts'
import { countText } from './count-text.ts'
import type { ListView } from './use-views.ts'

interface TabsProps {
  path: string
  views: readonly ListView[]
  current: ListView | undefined
  /** How many each finds, by id; as far as they were counted. */
  counts: ReadonlyMap<string, number>
  most: number
  children?: ReactNode
}

/** The views of a list, with how many each finds. */
export function Tabs({ path, views, current, counts, most, children }: TabsProps) {
  return (
    <div className="tabs">
      <nav aria-label="Views">
        <ul>
          {views.map((view) => {
            const count = counts.get(view.id)
            return (
              <li key={view.id}>
                <Link to={addressOf(path, view, view.saved !== undefined)} {...(view === current && { 'aria-current': 'page' as const })}>
                  {view.name}
                  {count !== undefined && <span className="n">{countText(count, most)}</span>}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      {children && <div className="acts">{children}</div>}
    </div>
  )
}
