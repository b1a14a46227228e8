import { redirectDocument } from 'react-router'
import type { Visit } from '../shop.server.ts'
import { type Carried, readCarried, withCarried } from './carried.ts'
import { keepStep } from './identity.server.ts'
import type { Step } from './step.server.ts'

/**
 * Sends somebody to sign in with an account of another provider. The platform takes them there, and back to `/login/back`; the word that comes back
 * must be the one that their browser stored, or a link of somebody else's could sign them in as somebody else.
 */
export function goToProvider(here: Visit, connectionId: string, carried: Carried, step: Step): Response {
  const state = crypto.randomUUID()
  // The platform brings back where somebody wanted to go, and so brings back the word.
  const to = withCarried('/', { to: carried.to, another: carried.another }, { state })
  const path = `/_api/iam/authentication/v1/sso/login/${here.shop.id}/${encodeURIComponent(connectionId)}`
  return redirectDocument(withCarried(path, { to, request: carried.request }), keepStep(here, { ...step, state }))
}

/** What comes back with somebody: the word, and where they wanted to go. */
export function readReturn(search: URLSearchParams): { carried: Carried; state: string | undefined } {
  const onward = new URLSearchParams(search.get('to')?.split('?', 2)[1])
  return { carried: { ...readCarried(onward), request: readCarried(search).request }, state: onward.get('state') ?? undefined }
}
