import type { DeviceAccount, SignInPage } from '@vitrine/contract'
import { redirect } from 'react-router'
import type { Visit } from '../shop.server.ts'
import { asksFor } from './asks-for.ts'
import { type Carried, withCarried } from './carried.ts'
import { knowing, sessionTokenOf, signOutOf, staysOnDevice } from './device-accounts.server.ts'
import { enter, forgetStep, home, withCookies } from './identity.server.ts'
import { lead } from './lead.ts'
import { continuing } from './request.server.ts'

/** Where an account signs in again. */
export function signInAgain(account: DeviceAccount, methods: SignInPage['methods'], carried: Carried) {
  const { words, path } = asksFor(account, methods)
  return { words, href: withCarried(path, { ...carried, another: true }, { email: account.email }) }
}

/** Goes on with an account that is signed in on this device; undefined where it is signed out by now. */
export async function pick(here: Visit, request: Request, account: DeviceAccount, carried: Carried): Promise<Response | undefined> {
  if (account.current && !carried.request) return lead(carried.to ?? home, { status: 303 })
  const sessionToken = await sessionTokenOf(here, account)
  if (sessionToken === undefined) return undefined
  if (carried.request) return lead(continuing(carried.request, { session_token: sessionToken }), { status: 303 })
  await enter(here, sessionToken, staysOnDevice(here, request, account))
  return lead(carried.to ?? home, { status: 303 })
}

/** Signs an account out here, and this device knows it no more. */
export async function takeOff(
  here: Visit,
  request: Request,
  { account, others }: { account: DeviceAccount; others: readonly DeviceAccount[] },
  carried: Carried,
): Promise<Response> {
  await signOutOf(here, [account])
  if (account.current) here.signOut()
  const cookies = knowing(here, request, others)
  return others.length > 0 ? redirect(withCarried('/account-picker', carried), withCookies(cookies)) : leave(here, carried, cookies)
}

/** Signs all accounts out here, and this device knows none of them. */
export async function signOutOfAll(here: Visit, request: Request, accounts: readonly DeviceAccount[], carried: Carried): Promise<Response> {
  await signOutOf(here, accounts)
  here.signOut()
  return leave(here, carried, knowing(here, request, []))
}

/** An app still waits for somebody; in the shop it is over. */
const leave = (here: Visit, carried: Carried, cookies: readonly string[]) =>
  redirect(carried.request ? withCarried('/login', carried) : '/logged-out', forgetStep(here, cookies))
