import type { SignInSettings, SignInSettingsInput } from '@vitrine/contract'

/** The form, field by field, as people know them. */
export const names = {
  registration: 'Registration',
  emailVerification: 'Email verified',
  newMembersArePublic: 'New members public',
  password: 'Password',
  emailCode: 'Code by email',
  passkey: 'Passkey',
  mfa: 'Second factor',
  captcha: 'Captcha',
} as const
export type Field = keyof typeof names
/** Each as it stands in words, so that it can be held against what somebody else chose. */
export type Values = Readonly<Record<Field, string>>

export const words = {
  registration: { OPEN: 'Anybody', APPROVAL: 'Whom you approve', CLOSED: 'Nobody' },
  mfa: { OFF: 'Off', OPTIONAL: 'Whoever wants one', REQUIRED: 'Everybody' },
  captcha: { NEVER: 'Never', SUSPICIOUS: 'After suspicious attempts', ALWAYS: 'Always' },
} as const

type Switch = 'emailVerification' | 'newMembersArePublic' | 'password' | 'emailCode' | 'passkey'

export const onOff = (on: boolean): string => (on ? 'on' : 'off')
export const isOn = (values: Values, field: Switch): boolean => values[field] === 'on'

export function valuesOf({ registration, emailVerification, newMembersArePublic, methods, mfa, captcha }: SignInSettings): Values {
  return {
    registration: words.registration[registration],
    emailVerification: onOff(emailVerification),
    newMembersArePublic: onOff(newMembersArePublic),
    password: onOff(methods.password),
    emailCode: onOff(methods.emailCode),
    passkey: onOff(methods.passkey),
    mfa: words.mfa[mfa],
    captcha: words.captcha[captcha],
  }
}

type Sent = Omit<SignInSettingsInput, 'revision'>
type Social = Sent['methods']['social']

/** The social connections stay unchanged: they are edited separately. A secret that is not named stays. */
export const socialOf = ({ methods }: SignInSettings): Social =>
  methods.social.map(({ connectionId, name, issuer, clientId }) => ({ connectionId, name, issuer, clientId }))

/** As the platform takes it. */
export const sentOf = (values: Values, social: Social): Sent => ({
  registration: codeOf(words.registration, values.registration),
  emailVerification: isOn(values, 'emailVerification'),
  newMembersArePublic: isOn(values, 'newMembersArePublic'),
  methods: { password: isOn(values, 'password'), emailCode: isOn(values, 'emailCode'), passkey: isOn(values, 'passkey'), social },
  mfa: codeOf(words.mfa, values.mfa),
  captcha: codeOf(words.captcha, values.captcha),
})

function codeOf<K extends string>(of: Readonly<Record<K, string>>, said: string): K {
  return (Object.keys(of) as K[]).find((code) => of[code] === said)!
}

/** What the platform would refuse, said before. */
export const wrongIn = (values: Values, social: number): string | undefined =>
  !isOn(values, 'password') && !isOn(values, 'emailCode') && !isOn(values, 'passkey') && social === 0
    ? 'Leave at least one way to sign in.'
    : undefined

/** What a change means to members who are there already. */
export function consequencesOf(was: Values, now: Values): readonly string[] {
  const said: string[] = []
  if (now.mfa === words.mfa.REQUIRED && was.mfa !== now.mfa)
    said.push('Every member is asked for a second factor, and sets one up at their next sign-in.')
  if (isOn(was, 'password') && !isOn(now, 'password'))
    said.push(
      isOn(now, 'emailCode')
        ? 'Members who have only a password sign in by a code that they are mailed.'
        : 'Members who have only a password cannot sign in any more.',
    )
  if (now.registration === words.registration.CLOSED && was.registration !== now.registration)
    said.push('Nobody can register. Who is a member stays one.')
  return said
}
