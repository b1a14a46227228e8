import { createContext, type RouterContext } from 'react-router'

/** What the server that mounts this build tells it with every request. */
export interface Host {
  /** The platform's answers without a socket. */
  fetch: typeof globalThis.fetch
  /** The origin of the shop as shoppers see it: `https://shop.example`. */
  baseUrl: string
  /** The registered app in whose name visitors get their tokens. */
  clientId: string
  /** Under which what is done for this page is logged; undefined where it is for no page in particular. */
  requestId?: string | undefined
  /** Who asks, as this server sees them: headers that go with what is asked in their name. */
  asking?: Readonly<Record<string, string>> | undefined
  /** For the content security policy of this answer. */
  nonce?: string | undefined
  /** The page is wanted in one piece, with its slower parts: it will be sent more than once. */
  whole?: boolean | undefined
  /** Staff look, at what nobody else sees. */
  staff?: boolean | undefined
  /** The end of a link to a preview of another look: the page is shown as it would be with it. */
  look?: string | undefined
  /** The page is wanted for everybody: where something of the shopper's own goes, it has marks that begin with this word. */
  own?: string | undefined
}

/** What this build says of itself to the server that mounts it: it stands beside the rendering in `entry.server.tsx`. */
export interface Storefront {
  /** Whether a page is the same for all shoppers but for what is theirs in its frame. */
  isForEverybody: (path: string) => boolean
  /** What the shop says about itself now: the same object as long as that has not changed. */
  settingsAt: (host: Host) => Promise<unknown>
  /** Whether a page is one that visitors do not see now, because the shop is closed. */
  isClosed: (host: Host, path: string) => Promise<boolean>
  /** The marks in a page for everybody, and the name of what goes there. */
  marksOf: (own: string) => Readonly<Record<string, string>>
  /** What goes there for the shopper with these cookies. */
  ownParts: (
    host: Host,
    cookies: string | undefined,
  ) => Promise<{ parts: Readonly<Record<string, string>>; setCookies?: readonly string[] | undefined }>
}

const registry = globalThis as typeof globalThis & { vitrineHost?: RouterContext<Host | undefined> }

/**
 * The key under which the server hands its {@link Host} over. The server and this build hold two copies of this module;
 * both must mean the same key, so the first one to come leaves it for the other.
 */
export const host: RouterContext<Host | undefined> = (registry.vitrineHost ??= createContext<Host | undefined>(undefined))
