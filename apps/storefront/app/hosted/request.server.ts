import { attempt } from '@vitrine/client'
import type { AuthorizeRequest } from '@vitrine/contract'
import { redirect } from 'react-router'
import type { Visit } from '../shop.server.ts'
import type { Carried } from './carried.ts'

/** What another app asks for; where that was too long ago one signs in to the shop. */
export async function findRequest({ client }: Visit, { request }: Carried): Promise<AuthorizeRequest | undefined> {
  if (!request) return undefined
  const [over, found] = await attempt(client.authorizeRequests.getAuthorizeRequest({ request }))
  if (over) throw redirect('/login?over=yes')
  return found.authorizeRequest
}

/** The same for pages that are there for other apps only. */
export async function getRequest(here: Visit, carried: Carried) {
  const asked = await findRequest(here, carried)
  if (!asked || !carried.request) throw redirect('/login?over=yes')
  return { ...asked, request: carried.request }
}

/** Where the platform takes somebody back to the app. */
export const continuing = (request: string, more: Readonly<Record<string, string>> = {}) =>
  `/oauth2/authorize/continue?${new URLSearchParams({ request, ...more })}`
