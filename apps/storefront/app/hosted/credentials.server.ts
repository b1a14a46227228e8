import type { RouterContextProvider } from 'react-router'
import { findAccount } from '../member/member.server.ts'
import { visit } from '../shop.server.ts'
import { readCarried } from './carried.ts'
import { home, readSignIn } from './identity.server.ts'
import { lead } from './lead.ts'
import { findRequest } from './request.server.ts'

interface Asked {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
}

/** What the pages need at which somebody says who they are, or opens an account. */
export async function readDoor({ request, context }: Asked) {
  const here = visit(context)
  const carried = readCarried(new URL(request.url).searchParams)
  // Who is signed in to the shop goes on; whether another app asks again is the platform's to know.
  if (!carried.request && !carried.another && (await findAccount(here))) throw lead(carried.to ?? home)
  const [signIn, asked] = await Promise.all([readSignIn(here), findRequest(here, carried)])
  return { here, carried, signIn, asked }
}

/** What was sent from a hosted page; whoever sends it has a name from here on. */
export async function readPosted({ request, context }: Asked) {
  const here = visit(context)
  return { here, client: here.signingIn(), carried: readCarried(new URL(request.url).searchParams), form: await request.formData() }
}
