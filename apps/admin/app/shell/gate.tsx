import { Outlet, useLocation, useRouteLoaderData } from 'react-router'
import type { SignedIn } from '../session/session.ts'
import { Denied } from './broken.tsx'
import { neededAt } from './needs.ts'

/** Stands before every page: whoever may not see one is told so in its place, whatever of it could be read. */
export function Gate() {
  const { pathname } = useLocation()
  const signedIn = useRouteLoaderData<SignedIn>('admin')
  const place = neededAt(pathname)
  const isDenied = place !== undefined && signedIn !== undefined && !signedIn.rights.has(place.needs)
  return isDenied ? <Denied key={place.to} Title="h1" /> : <Outlet />
}
