import { renderToString } from 'react-dom/server'
import { getCart } from './cart/cart.server.ts'
import { units, writeCart } from './cart/cart.ts'
import { Badge, Count, labelOf } from './cart/count.tsx'
import type { Host } from './context.ts'
import { whoIs } from './member/member.server.ts'
import { Name } from './member/who.tsx'
import { visitOf } from './shop.server.ts'

const everybodys = /^\/(?:products(?:\/[^/]+)?|collections\/[^/]+|search|gift-card)?$/

/** Whether an address is that of a page (and not of its data alone) which is the same for all shoppers but for the bag in its frame. */
export const isForEverybody = (path: string): boolean => everybodys.test(path) && !path.endsWith('.data')

/** What goes where the marks are, for the shopper with these cookies. */
export async function ownParts(host: Host, cookies: string | undefined) {
  const { here, setCookies } = await visitOf(host, cookies)
  const [cart, who] = await Promise.all([getCart(here), whoIs(here)])
  const n = units(cart)
  return {
    parts: {
      cart: inScript(inJson(writeCart(cart))),
      label: labelOf(n),
      count: countOf(n),
      badge: badgeOf(n),
      who: inScript(inJson(who)),
      name: who === '' ? 'Sign in' : renderToString(Name({ of: who })),
    },
    setCookies: setCookies(),
  }
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** Loader data is JSON inside a string inside a script. */
const inScript = (json: string) =>
  inJson(json).replace(/[&<>\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const rendered = (part: (n: number) => React.ReactNode) => {
  const known = new Map<number, string>()
  return (n: number) => {
    let html = known.get(n)
    if (html === undefined) {
      html = renderToString(part(n))
      if (n < 100) known.set(n, html)
    }
    return html
  }
}
const countOf = rendered((n) => Count({ n }))
const badgeOf = rendered((n) => Badge({ n }))
