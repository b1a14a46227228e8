/** Something that the shop stores in a browser. */
export interface Stored {
  /** As the browser lists it; under https cookies have `__Host-` or `__Secure-` before it. */
  readonly name: string
  readonly where: 'Cookie' | 'Local storage' | 'Session storage' | 'Cache storage'
  readonly what: string
  readonly howLong: string
}

/** All that the shop stores in a browser, none of it to follow anybody. */
export const stored: readonly Stored[] = [
  {
    name: 'visitor',
    where: 'Cookie',
    what: 'Your bag, and that it is you who is signed in',
    howLong: 'a year, or until the browser is closed',
  },
  { name: 'seen', where: 'Cookie', what: 'Which prices you saw in your bag, to say when one has changed', howLong: '30 days' },
  { name: 'sign-in', where: 'Cookie', what: 'The next step of a sign-in', howLong: '15 minutes' },
  { name: 'device', where: 'Cookie', what: 'That this device needs no second step, where you wanted that', howLong: '30 days' },
  {
    name: 'sign-in-device',
    where: 'Cookie',
    what: 'That you signed in here, so that others’ wrong passwords do not lock you out',
    howLong: '400 days',
  },
  {
    name: 'accounts',
    where: 'Cookie',
    what: 'Which accounts signed in on this device, so that you can switch between them; as signed references, without a name',
    howLong: '400 days, or until you take them off',
  },
  {
    name: 'accounts-until-closed',
    where: 'Cookie',
    what: 'The same for accounts that do not stay signed in',
    howLong: 'until the browser is closed',
  },
  { name: 'passkey-asked', where: 'Cookie', what: 'That you were offered a passkey and did not want one', howLong: '90 days' },
  { name: 'at-bank', where: 'Cookie', what: 'Which payment you come back from your bank with', howLong: 'an hour' },
  {
    name: 'seen-products',
    where: 'Local storage',
    what: 'What you looked at last, to show it again. It stays in your browser, and you can clear it on the page',
    howLong: 'until you clear it',
  },
  {
    name: 'offline',
    where: 'Cache storage',
    what: 'A page for when there is no connection, with the four products you looked at last. Nothing of your account is in it',
    howLong: 'until you clear what you looked at, or the browser clears it',
  },
  {
    name: 'checkout',
    where: 'Session storage',
    what: 'What you have typed at the checkout and not sent yet, so that a reload does not lose it',
    howLong: 'until it is sent, or the tab is closed',
  },
  { name: 'compared', where: 'Session storage', what: 'Which products you compare', howLong: 'until the tab is closed' },
]
