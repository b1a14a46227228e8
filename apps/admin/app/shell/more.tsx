import { ChevronRight, LogOut } from 'lucide-react'
import { use, useState } from 'react'
import { Link, useFetcher, useRouteLoaderData } from 'react-router'
import { choose, type SettingName, useSetting } from '../choices.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Toggle } from '../parts/toggle.tsx'
import type { SignedIn } from '../session/session.ts'
import { useShop } from '../shop.ts'
import { chooseTheme, chosenTheme } from '../theme.ts'
import { CountsContext } from './counts.ts'
import { initialsOf } from './layout.tsx'
import { Waiting } from './menu.tsx'
import { PageHead, usePlace } from './page.tsx'
import { menuOf } from './places.ts'
import { roleNames } from './role-names.ts'

const groupNames = ['Shop', 'Settings', 'System']
const themes = [
  { says: 'System', theme: undefined },
  { says: 'Light', theme: 'light' },
  { says: 'Dark', theme: 'dark' },
] as const

/** The whole menu, and what one chooses for this device: for a phone, whose bar has room for little. */
export function More() {
  const { person, rights } = useRouteLoaderData('admin') as SignedIn
  const shop = useShop()
  const fetcher = useFetcher()
  const counts = use(CountsContext)
  const [theme, setTheme] = useState(chosenTheme)
  usePlace([{ name: 'Everything' }])
  return (
    <>
      <PageHead title="Everything" />
      <div className="more">
        <Link to="/account" className="me-row">
          <span className="av l" aria-hidden="true">
            {initialsOf(person.name)}
          </span>
          <span className="two grow">
            <b>{person.name}</b>
            <span className="soft">{`${roleNames[person.role]}, ${shop.name}`}</span>
          </span>
          <Icon of={ChevronRight} small />
        </Link>
        {menuOf(rights).map((group, i) => (
          <section key={group[0]!.to}>
            <h2 className="vh">{groupNames[i]}</h2>
            <ul>
              {group.map(({ name, icon, to, within = [] }) => (
                <li key={to}>
                  <Link to={to} aria-description={counts.get(to)?.says}>
                    <Icon of={icon} />
                    <span className="grow">{name}</span>
                    <Waiting of={counts.get(to)} />
                    <Icon of={ChevronRight} small />
                  </Link>
                  {within.length > 0 && (
                    <p>
                      {within.map((place) => (
                        <Link key={place.to} to={place.to} aria-description={counts.get(place.to)?.says}>
                          {place.name}
                          <Waiting of={counts.get(place.to)} />
                        </Link>
                      ))}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section>
          <h2 className="vh">You</h2>
          <div className="row between">
            <span>Theme</span>
            <div className="seg" role="group" aria-label="Theme">
              {themes.map(({ says, theme: of }) => (
                <button
                  key={says}
                  type="button"
                  aria-pressed={theme === of}
                  onClick={() => {
                    chooseTheme(of)
                    setTheme(of)
                  }}
                >
                  {says}
                </button>
              ))}
            </div>
          </div>
          <Choice of="sound">Sound for new orders</Choice>
          <Choice of="letters">Single-key shortcuts</Choice>
          <fetcher.Form method="post" action="/sign-out">
            <Button type="submit" wide icon={LogOut}>
              Sign out here
            </Button>
          </fetcher.Form>
        </section>
      </div>
    </>
  )
}

function Choice({ of, children }: { of: SettingName; children: string }) {
  const on = useSetting(of)
  return (
    <div className="row between">
      <Toggle checked={on} onTurn={(next) => choose(of, next)}>
        {children}
      </Toggle>
    </div>
  )
}
