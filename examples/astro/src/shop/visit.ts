import type { AstroCookies } from 'astro'
import { openShop } from './open-shop'
import type { TokenJar } from './shop'

const name = 'visitor'

/** The shop for one request: the visitor's tokens are in a cookie. */
export const visit = (cookies: AstroCookies) => openShop(jarOf(cookies))

export const hasCome = (cookies: AstroCookies): boolean => cookies.has(name)

const jarOf = (cookies: AstroCookies): TokenJar => ({
  get: () => cookies.get(name)?.value,
  set: (tokens) => cookies.set(name, tokens, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: 365 * 24 * 3600 }),
})
