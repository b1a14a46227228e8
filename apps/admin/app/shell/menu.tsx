import { Link, NavLink, useLocation } from 'react-router'
import { Glyph } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Count, type Counts, written } from './counts.ts'
import { isAt, isMarked, type Section } from './places.ts'

interface MenuProps {
  shop: string
  groups: readonly (readonly Section[])[]
  counts: Counts
  foot: React.ReactNode
}

export function Menu({ shop, groups, counts, foot }: MenuProps) {
  const { pathname } = useLocation()
  return (
    <nav className="side" aria-label="Main">
      <div className="side-in">
        <a className="shopname" href="/" title="Look at the shop">
          <span className="mark">
            <Glyph of="sun" />
          </span>
          <span className="l">
            <b>{shop}</b>
          </span>
        </a>
        {groups.map((group) => (
          <ul key={group[0]!.to}>
            {group.map(({ name, icon, to, key, within = [] }) => (
              <li key={to}>
                <Link to={to} aria-description={counts.get(to)?.says} {...(isMarked(to, within, pathname) && { 'aria-current': 'page' })}>
                  <Icon of={icon} />
                  <span className="l">{name}</span>
                  <Waiting of={counts.get(to)} />
                  <span className="hintkey" aria-hidden="true">
                    g {key}
                  </span>
                </Link>
                {within.length > 0 && [{ to }, ...within].some((place) => isAt(place, pathname)) && (
                  <ul>
                    {within.map((place) => (
                      <li key={place.to}>
                        <NavLink to={place.to} aria-description={counts.get(place.to)?.says}>
                          <span className="l">{place.name}</span>
                          <Waiting of={counts.get(place.to)} />
                        </NavLink>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        ))}
        <div className="side-f">{foot}</div>
      </div>
    </nav>
  )
}

/** What waits there, beside the name of a place. */
export const Waiting = ({ of }: { of: Count | undefined }) =>
  of && (
    <span className="n" aria-hidden="true">
      {written(of.number)}
    </span>
  )
