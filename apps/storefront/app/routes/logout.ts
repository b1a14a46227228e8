import { redirect } from 'react-router'
import { listAccounts, signOutOf } from '../hosted/device-accounts.server.ts'
import { forgetStep } from '../hosted/identity.server.ts'
import { type Visit, visit } from '../shop.server.ts'
import type { Route } from './+types/logout.ts'

/** Nobody is signed out by a link. */
export const loader = () => redirect('/')

/**
 * Ends the sessions that the member has on this device, here and at the platform; what was in the bag stays the member's. Other accounts of
 * the device stay signed in.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  // Also where the session is over already, or nobody answers, the browser forgets it.
  if (here.known) await end(here, request).catch(() => undefined)
  here.signOut()
  return redirect('/logged-out', forgetStep(here))
}

async function end(here: Visit, request: Request): Promise<void> {
  const accounts = await listAccounts(here, request)
  await signOutOf(
    here,
    accounts.filter(({ current }) => current),
  )
}
