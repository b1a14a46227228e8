import { cookieOf, noCookie, readOwnCookie } from '../cookie.ts'

/** References to the accounts that signed in on this device, which the platform has signed. They name nobody. */
export interface AccountReferences {
  /** Of who stays signed in. */
  readonly lasting: readonly string[]
  /** Of who wanted to be forgotten when the browser is closed. */
  readonly untilClosed: readonly string[]
}

const ACCOUNTS = 'accounts'
const ACCOUNTS_UNTIL_CLOSED = 'accounts-until-closed'
const seconds = 400 * 24 * 3600
/** Five accounts, each of which may be signed in twice: for the shop and for another app. All of it fits into a cookie. */
const most = 10
const between = '~'
const isReference = (text: string) => /^[\w.-]{20,400}$/.test(text)

export function readAccountCookies(header: string | null, secure: boolean): AccountReferences {
  const read = (name: string) => (readOwnCookie(header, name, secure) ?? '').split(between).filter(isReference).slice(0, most)
  return { lasting: read(ACCOUNTS), untilClosed: read(ACCOUNTS_UNTIL_CLOSED) }
}

/** With a few more, which come first. */
export const withReferences = (to: AccountReferences, more: readonly string[], stays: boolean): AccountReferences =>
  stays ? { ...to, lasting: [...more, ...to.lasting] } : { ...to, untilClosed: [...more, ...to.untilClosed] }

export const onlyReferences = (of: AccountReferences, wanted: (reference: string) => boolean): AccountReferences => ({
  lasting: of.lasting.filter(wanted),
  untilClosed: of.untilClosed.filter(wanted),
})

/** The `Set-Cookie` lines for what changed. */
export function accountCookies(before: AccountReferences, after: AccountReferences, secure: boolean): readonly string[] {
  const lines = (name: string, was: readonly string[], is: readonly string[], lasts: number | undefined) => {
    if (was.join(between) === is.join(between)) return []
    return is.length === 0 ? noCookie(name, secure) : [cookieOf(name, is.slice(0, most).join(between), lasts, secure)]
  }
  return [
    ...lines(ACCOUNTS, before.lasting, after.lasting, seconds),
    ...lines(ACCOUNTS_UNTIL_CLOSED, before.untilClosed, after.untilClosed, undefined),
  ]
}
