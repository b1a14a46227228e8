import { attempt } from '@vitrine/client'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/login-passkey.ts'

/** What the device of a visitor is asked for who has a passkey: the script of the sign-in page comes here for it. */
export async function action({ context }: Route.ActionArgs) {
  const [refused, begun] = await attempt(visit(context).signingIn().signIn.beginPasskey())
  const headers = { 'Cache-Control': 'no-store' }
  if (refused) return Response.json({ code: refused.code }, { status: refused.status, headers })
  const { challengeId, publicKeyCredentialRequestOptionsJson } = begun
  return Response.json({ challengeId, options: JSON.parse(publicKeyCredentialRequestOptionsJson) as unknown }, { headers })
}
