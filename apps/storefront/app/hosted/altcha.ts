import 'altcha/external'
import 'altcha/altcha.css'
import type { AltchaGlobal } from 'altcha/types'
import Pbkdf2 from 'altcha/workers/pbkdf2?worker'

const { algorithms, i18n } = (globalThis as unknown as { readonly $altcha: AltchaGlobal }).$altcha

// From a file of our own: the policy of the pages allows no script out of the air.
algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2())

i18n.set('en', {
  ...i18n.get('en'),
  label: 'I am a person',
  verifying: 'One moment',
  verified: 'Thank you',
  verificationRequired: 'Tick this first, please.',
  waitAlert: 'One moment, it is nearly done.',
  loading: 'One moment',
  error: 'That did not work out. Once more, please.',
  expired: 'That was a while ago. Once more, please.',
})
