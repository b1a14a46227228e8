import type { FactorType, SignInAnswer } from '@vitrine/contract'
import { redirect } from 'react-router'
import { withCarried } from '../hosted/carried.ts'
import { goOn } from '../hosted/identity.server.ts'
import { readReturn } from '../hosted/social.server.ts'
import { readStep } from '../hosted/step.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/login-back.ts'

const unfinished = ['MFA_CHALLENGE', 'REQUIRE_MFA', 'REQUIRE_EMAIL_VERIFICATION', 'REQUIRE_OWNER_APPROVAL', 'STATUS_CHECK'] as const

const can = (factorType: FactorType) => ({ factorType, factorStatus: 'ENABLED' as const })

/** An address has no room for which second proofs a member has: all of them are offered, and the platform says which it takes. */
const secondProofs = {
  mfaChallengeData: {
    factorType: 'TOTP',
    verificationChallengeData: {},
    availableFactors: [can('TOTP'), can('EMAIL'), can('RECOVERY_CODE')],
    reason: 'USER_SETTINGS',
  },
  requireMfaData: { availableFactors: [can('TOTP'), can('EMAIL')], reason: 'USER_SETTINGS' },
} satisfies Partial<SignInAnswer>

/** Back from another provider, by way of the platform: with a session, with a step that is still to take, or with nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { searchParams } = new URL(request.url)
  const { carried, state: word } = readReturn(searchParams)
  const said = (name: string) => searchParams.get(name) ?? undefined
  const failed = (error: string) => redirect(withCarried('/login', carried, { error }))
  const { state: expected, ...step } = readStep(request)
  if (said('error')) return failed(said('error') ?? '')
  if (!expected || word !== expected) return failed('not-asked-for')
  const [sessionToken, stateToken] = [said('sessionToken'), said('stateToken')]
  if (sessionToken) return goOn(here, request, { state: 'SUCCESS', sessionToken }, carried, step)
  const state = unfinished.find((one) => one === said('signInState'))
  if (state) return goOn(here, request, { state, ...(stateToken && { stateToken }), ...secondProofs }, carried, step)
  return failed('failed')
}
