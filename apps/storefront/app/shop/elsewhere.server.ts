import { data, redirect } from 'react-router'
import type { Visit } from '../shop.server.ts'

/**
 * What answers where the shop has no page: where the address leads since it was changed, or that nothing is there. Only asked where there is
 * nothing, so that no page pays for it.
 */
export async function elsewhere({ client, address }: Visit, status: 404 | 410 = 404): Promise<Response | ReturnType<typeof data<null>>> {
  const { pathname: path, search } = new URL(address, 'http://shop')
  // A long address is nobody's old one.
  const { target, permanent } = path.length > 500 ? {} : await client.urlRedirects.resolve({ path })
  if (target === undefined) return data(null, { status })
  return redirect(target.includes('?') ? target : target + search, permanent ? 301 : 302)
}
