import { newId } from '../../kernel/db/id.ts'
import type { Seals } from '../../kernel/seals.ts'

/** Whose account it is, and since when it has its password: another password makes all its devices unknown. */
export interface Account {
  readonly id: string
  readonly passwordAt: Date | null
}

/** As long as a sealed statement can be opened, and browsers retain a cookie: renewed with each sign-in. */
export const deviceSeconds = 400 * 24 * 3600

/**
 * A device that has signed in to an account before carries a sealed statement of it, and has a count of failures of its own (OWASP: device
 * cookies). So guesses made elsewhere do not lock its owner out. It proves nothing else.
 */
export interface DeviceCookies {
  /** For a device that signs in now; the one that it was keeps its id, and with it its count. */
  issue(site: string, account: Account, before?: string): Promise<string>
  /** The id of a device that has signed in to the account before. */
  find(site: string, account: Account | undefined, text: string | undefined): Promise<string | undefined>
}

export function deviceCookies(seals: Seals, kind: 'member-device' | 'staff-device'): DeviceCookies {
  const since = ({ passwordAt }: Account): number => passwordAt?.getTime() ?? 0
  return {
    issue: (site, account, before) =>
      seals.seal(site, kind, { of: account.id, id: before ?? newId(), since: since(account) }, deviceSeconds),
    async find(site, account, text) {
      if (text === undefined || text.length > 2000) return undefined
      const said = await seals.open(site, kind, text)
      const fits = account !== undefined && said?.['of'] === account.id && said['since'] === since(account)
      return fits && typeof said['id'] === 'string' ? said['id'] : undefined
    },
  }
}
