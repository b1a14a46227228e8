import type { Right } from '@vitrine/contract'
import { CircleHelp, LogOut, Menu as MenuIcon, Moon, Search, Sun } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { Link, Outlet, redirect, useFetcher, useLoaderData, useNavigate, useNavigation, useRouteLoaderData } from 'react-router'
import { ClockBanner } from '../clock/banner.tsx'
import { useClock } from '../clock/shop-time.ts'
import { IconButton, Keys } from '../parts/button.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { Toasts } from '../parts/toasts.tsx'
import { askToSignInAgain } from '../session/again.ts'
import { SignInAgain } from '../session/again-dialog.tsx'
import { lastSignedIn, type SignedIn, signedIn, signOut } from '../session/session.ts'
import { hasWritten } from '../session/written.ts'
import { useShop } from '../shop.ts'
import { turnTheme } from '../theme.ts'
import { CountsContext, useCounts, written } from './counts.ts'
import { useKeys } from './keys.ts'
import { Live } from './live.tsx'
import { Menu } from './menu.tsx'
import { OfflineBanner } from './offline.tsx'
import { type Crumb, Crumbs } from './page.tsx'
import { menuOf, placesOf } from './places.ts'
import { roleNames } from './role-names.ts'
import { forgetSeen } from './seen.ts'

/** What opens in front of every page: no page waits for it. */
async function bringFront() {
  const [{ Palette }, { KeySheet }] = await Promise.all([import('./palette.tsx'), import('./key-sheet.tsx')])
  return { Palette, KeySheet }
}

/** Comes before everything that a page reads: whoever is not signed in reads nothing. */
export async function requireSession({ request }: { request: Request }): Promise<void> {
  if (await signedIn()) return
  const { pathname } = new URL(request.url)
  const email = lastSignedIn()
  if (email && pathname === location.pathname && hasWritten()) return askToSignInAgain(email)
  throw redirect(signInFor(new URL(request.url)))
}

/** The address of the sign-in page, from where one comes back. */
export function signInFor({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const to = pathname.replace(/^\/admin/, '') + search
  return to === '' || to === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ to })}`
}

export const loader = signedIn

export async function leave(): Promise<Response> {
  await signOut()
  forgetSeen()
  return redirect('/sign-in')
}

/** Whether whoever is signed in may do something: what one may not is not shown. */
export function useMay(): (right: Right) => boolean {
  const { rights } = useRouteLoaderData('admin') as SignedIn
  return (right) => rights.has(right)
}

/** Who is signed in. */
export const useMe = (): SignedIn['person'] => (useRouteLoaderData('admin') as SignedIn).person

export function AdminLayout() {
  const { person, rights } = useLoaderData<SignedIn>()
  const shop = useShop()
  const navigate = useNavigate()
  const busy = useNavigation().state === 'loading'
  const [crumbs, setCrumbs] = useState<readonly Crumb[]>([])
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const close = useCallback(() => setOpen(undefined), [])
  const [front, setFront] = useState<Awaited<ReturnType<typeof bringFront>>>()
  useEffect(() => {
    // Where it did not come, it is asked for again by whoever opens it.
    if (!front) bringFront().then(setFront, close)
  }, [front, open, close])
  const groups = menuOf(rights)
  const sections = groups.flat()
  useKeys(
    {
      '⌘k': { says: 'Search or run a command', moves: true, run: () => setOpen('palette') },
      '?': { says: 'This sheet', moves: true, run: () => setOpen('keys') },
    },
    'Anywhere',
  )
  useKeys(
    Object.fromEntries(sections.map(({ key, name, to }) => [`g ${key}`, { says: name, moves: true, run: () => void navigate(to) }])),
    'Go to',
  )
  useClock(rights.has('settings.read'))
  const counts = useCounts(rights)
  // A page that one came into has its way back at the top; every other one has the dock.
  const isDeep = crumbs.at(-2)?.to !== undefined
  useLayoutEffect(() => {
    document.body.dataset['depth'] = isDeep ? 'deep' : 'top'
    return () => void delete document.body.dataset['depth']
  }, [isDeep])
  const section = crumbs[0]?.name
  const inDock = sections.slice(0, 2)
  return (
    <Toasts>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell">
        <Menu shop={shop.name} groups={groups} counts={counts} foot={<Me name={person.name} role={roleNames[person.role]} />} />
        <div className="body">
          <header className="bar">
            {!isDeep && (
              <span className="shop-s" aria-hidden="true">
                <span className="mark">
                  <Glyph of="sun" />
                </span>
                <b>{shop.name}</b>
              </span>
            )}
            <nav aria-label="Breadcrumb" className={isDeep ? 'crumbs deep' : 'crumbs'}>
              <ol>
                {crumbs.map(({ name, to }) => (
                  <li key={name}>{to ? <Link to={to}>{name}</Link> : <span aria-current="page">{name}</span>}</li>
                ))}
              </ol>
            </nav>
            <button type="button" className="find" aria-keyshortcuts="Meta+K Control+K" onClick={() => setOpen('palette')}>
              <Icon of={Search} />
              <span>Search or jump to</span>
              <Keys of={['⌘', 'K']} />
            </button>
            <div className="bar-r">
              <Live timeZone={shop.timeZone} />
              <button type="button" className="btn ghost only" aria-label="Theme" title="Theme" onClick={turnTheme}>
                <Sun className="i if-light" aria-hidden />
                <Moon className="i if-dark" aria-hidden />
              </button>
              <IconButton icon={CircleHelp} name="Keyboard help" onClick={() => setOpen('keys')} />
            </div>
          </header>
          <div className="banners">
            <OfflineBanner timeZone={shop.timeZone} />
            <ClockBanner mayTurn={rights.has('settings.write')} />
          </div>
          <main id="main" className="main" tabIndex={-1} aria-busy={busy} {...(busy && { 'data-busy': '' })}>
            <Crumbs value={setCrumbs}>
              <CountsContext value={counts}>
                <Outlet />
              </CountsContext>
            </Crumbs>
          </main>
        </div>
        <nav className="dock" aria-label="Phone">
          <ul>
            {inDock.map(({ name, icon, to }) => (
              <li key={to}>
                <Link to={to} aria-description={counts.get(to)?.says} {...(section === name && { 'aria-current': 'page' as const })}>
                  <Icon of={icon} />
                  <span>{name}</span>
                  {counts.has(to) && <b aria-hidden="true">{written(counts.get(to)!.number)}</b>}
                </Link>
              </li>
            ))}
            <li>
              <button type="button" onClick={() => setOpen('palette')}>
                <Icon of={Search} />
                <span>Search</span>
              </button>
            </li>
            <li>
              <Link to="/more" {...(inDock.every(({ name }) => name !== section) && { 'aria-current': 'page' as const })}>
                <Icon of={MenuIcon} />
                <span>More</span>
              </Link>
            </li>
          </ul>
        </nav>
      </div>
      <SignInAgain />
      {/* While it comes, no key is the page's. */}
      {open && !front && <div className="overlay top" />}
      {front && open === 'palette' && (
        <front.Palette places={placesOf(groups)} may={(right) => rights.has(right)} onKeys={() => setOpen('keys')} onClose={close} />
      )}
      {front && open === 'keys' && <front.KeySheet onClose={close} />}
    </Toasts>
  )
}

export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()

function Me({ name, role }: { name: string; role: string }) {
  const fetcher = useFetcher()
  return (
    <fetcher.Form method="post" action="/sign-out" className="me">
      <Link to="/account" className="me-to" title="Your account">
        <span className="av" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="l">
          <b>{name}</b>
          <span>{role}</span>
        </span>
      </Link>
      <IconButton type="submit" icon={LogOut} name="Sign out" small />
    </fetcher.Form>
  )
}
