import { data, type RouterContextProvider } from 'react-router'
import { type Visit, visit } from '../shop.server.ts'
import { ofLink, readUnsubscribing, tokenOf } from './email-link.server.ts'

interface Asked {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
}

interface Wanted {
  readonly wanted: boolean
}

/** Programs that look through mailboxes fetch its links: nothing changes before the page itself asks for it. */
export async function readStop({ request, context }: Asked, read: (here: Visit, token: string) => Promise<Wanted>) {
  const here = visit(context)
  here.know()
  const token = tokenOf(request)
  const found = token ? await ofLink(read(here, token)) : undefined
  return data({ token, wanted: found?.wanted, shopName: here.shop.name }, { status: found ? 200 : 410 })
}

/** Stops emails of a kind, or takes them again. */
export async function changeStop(
  { request, context }: Asked,
  change: (here: Visit, wanted: Wanted & { readonly token: string }) => Promise<Wanted>,
) {
  const here = visit(context)
  here.know()
  const { token, intent } = await readUnsubscribing(request)
  const changed = await ofLink(change(here, { token, wanted: intent === 'resume' }))
  return data({ wanted: changed?.wanted }, { status: changed ? 200 : 410 })
}
