import { NavLink, useLocation } from 'react-router'
import { Glyph } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Counts, written } from './counts.ts'
import { isAt, type Section } from './places.ts'

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
                <NavLink to={to} end={to === '/' || within.some((place) => isAt(place, pathname))} aria-description={counts.get(to)?.says}>
                  <Icon of={icon} />
                  <span className="l">{name}</span>
                  {counts.has(to) && (
                    <span className="n" aria-hidden="true">
                      {written(counts.get(to)!.number)}
                    </span>
                  )}
                  <span className="hintkey" aria-hidden="true">
                    g {key}
                  </span>
                </NavLink>
                {within.length > 0 && [{ to }, ...within].some((place) => isAt(place, pathname)) && (
                  <ul>
                    {within.map((place) => (
                      <li key={place.to}>
                        <NavLink to={place.to}>
                          <span className="l">{place.name}</span>
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
