import { attempt } from '@vitrine/client'
import { redirect } from 'react-router'
import { forgetStep } from '../hosted/identity.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/logout.ts'

/** Nobody is signed out by a link. */
export const loader = () => redirect('/')

/** Ends the session, here and at the platform; what was in the bag stays the member's. */
export async function action({ context }: Route.ActionArgs) {
  const here = visit(context)
  // Also where the session is over already, the browser forgets it.
  if (here.known) await attempt(here.client.identity.logout({})).catch(() => undefined)
  here.signOut()
  return redirect('/logged-out', forgetStep(here))
}
