import type { DeviceAccount, SignInPage } from '@vitrine/contract'

interface Asks {
  readonly words: string
  /** The page where one signs in that way. */
  readonly path: '/login' | '/login/code'
}

/** What an account that is signed out asks for, by what its member has and what the shop takes. */
export function asksFor(
  { hasPasskey, hasPassword }: Pick<DeviceAccount, 'hasPasskey' | 'hasPassword'>,
  methods: SignInPage['methods'],
): Asks {
  if (hasPasskey && methods.passkey) return { words: 'Asks for the passkey', path: '/login' }
  if (hasPassword && methods.password) return { words: 'Asks for the password', path: '/login' }
  if (methods.emailCode) return { words: 'Asks for a code by e-mail', path: '/login/code' }
  return { words: 'Asks to sign in again', path: '/login' }
}
