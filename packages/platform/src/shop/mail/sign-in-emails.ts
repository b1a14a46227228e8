import type { EmailBranding } from './branding.ts'
import { type EmailMessage, emailLayout } from './email.ts'
import { oneLine } from './plain.ts'

/** Whom an email about an account goes to. */
export interface AccountFacts {
  readonly shop: EmailBranding
  readonly email: string
  readonly firstName?: string | undefined
}

/** Who asked for it, and when. */
export interface AskedBy {
  readonly agent: string
  readonly at: Date
}

const neverAsked = 'we never ask for your password in an email.'

const namesOf = ({ email, firstName }: AccountFacts) => ({
  'customer.firstName': oneLine(firstName ?? ''),
  'account.email': oneLine(email),
})

/** `418 022` */
const inThrees = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, '$1 $2')

/** What a browser calls itself, as people do: `Safari on a Mac`. */
export function deviceOf(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /OPR\//.test(agent)
      ? 'Opera'
      : /Firefox\//.test(agent)
        ? 'Firefox'
        : /Chrome\//.test(agent)
          ? 'Chrome'
          : /Safari\//.test(agent)
            ? 'Safari'
            : undefined
  const machine = /iPhone/.test(agent)
    ? 'an iPhone'
    : /iPad/.test(agent)
      ? 'an iPad'
      : /Android/.test(agent)
        ? 'an Android device'
        : /Macintosh/.test(agent)
          ? 'a Mac'
          : /Windows/.test(agent)
            ? 'Windows'
            : /Linux|X11/.test(agent)
              ? 'Linux'
              : undefined
  if (browser && machine) return `${browser} on ${machine}`
  return browser ?? machine ?? 'a browser we do not know'
}

/** `Friday 21 November at 10:24` */
const dateTimeOf = (shop: EmailBranding, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: shop.timeZone,
  }).format(at)

/** `Friday 21 November at 10:24, Safari on a Mac` */
export const askedBy = (shop: EmailBranding, { agent, at }: AskedBy): string => `${dateTimeOf(shop, at)}, ${deviceOf(agent)}`

/** Six figures that prove an address. */
export function verificationCode(facts: AccountFacts, { code, url }: { readonly code: string; readonly url: string }): EmailMessage {
  const { shop, email } = facts
  const { frame, figures, cells } = emailLayout(shop)
  return frame({
    kind: 'verification-code',
    values: { ...namesOf(facts), code: inThrees(code) },
    subject: `${inThrees(code)} is your code for ${oneLine(shop.name)}`,
    preheader: 'Good for fifteen minutes, and once.',
    headline: ['Is this', 'your address?'],
    lead: [
      `Somebody, we think you, opened an account with ${oneLine(email)}. Type this on the page that asks for it; it is good for fifteen minutes.`,
    ],
    action: { label: 'Open the page', url },
    blocks: [
      figures(inThrees(code)),
      cells([{ title: 'It was not you?', lines: ['Do nothing. Without the code the account stays shut.'] }]),
    ],
    why: `We write this because someone typed your address in; ${neverAsked}`,
  })
}

/** Six figures to sign in with, or to prove once more who one is. */
export function signInCode(facts: AccountFacts, { code, url }: { readonly code: string; readonly url: string }): EmailMessage {
  const { shop } = facts
  const { frame, figures, cells } = emailLayout(shop)
  return frame({
    kind: 'sign-in-code',
    values: { ...namesOf(facts), code: inThrees(code) },
    subject: `${inThrees(code)} signs you in to ${oneLine(shop.name)}`,
    preheader: 'Good for fifteen minutes, and once.',
    headline: ['Your code'],
    lead: ['Type it on the page that asks for it. It is good for fifteen minutes, and once. Give it to nobody: we never ask for it.'],
    action: { label: 'Open the page', url },
    blocks: [figures(inThrees(code)), cells([{ title: 'It was not you?', lines: ['Do nothing. Without the code nobody gets in.'] }])],
    why: `We write this because someone asked for a code; ${neverAsked}`,
  })
}

export interface LinkFacts extends AskedBy {
  readonly url: string
  readonly code?: string | undefined
  /** Where the code is typed in. */
  readonly codeUrl: string
}

/** The link to a new password. */
export function passwordReset(facts: AccountFacts, { url, code, codeUrl, ...asked }: LinkFacts): EmailMessage {
  const { shop, email } = facts
  const { frame, figures, cells } = emailLayout(shop)
  const typed = codeUrl.replace(/^https?:\/\//, '')
  return frame({
    kind: 'password-reset',
    values: namesOf(facts),
    subject: `A new password for ${oneLine(shop.name)}`,
    preheader: 'Good for thirty minutes, and once.',
    headline: ['A new password'],
    lead: [`Someone, we think you, asked for a new password for ${oneLine(email)}. The link is good for thirty minutes, and once.`],
    action: {
      label: 'Choose a new one',
      url,
      ...(code && { under: ['Or get in without one, and type this at ', { link: typed, url: codeUrl }, ':'] }),
    },
    blocks: [
      ...(code ? [figures(inThrees(code))] : []),
      cells([
        { title: 'It was not you?', lines: ['Do nothing. The old password stays, nobody has signed in.'] },
        { title: 'Who asked', lines: [askedBy(shop, asked)] },
      ]),
    ],
    why: `We write this because someone asked; ${neverAsked}`,
  })
}

/** The link to a first password, for an account that the shop made. */
export function accountActivation(facts: AccountFacts, { url }: { readonly url: string }): EmailMessage {
  const { shop, email } = facts
  const { frame, cells } = emailLayout(shop)
  return frame({
    kind: 'account-activation',
    values: namesOf(facts),
    subject: `Your account at ${oneLine(shop.name)}`,
    preheader: 'Choose a password, and it is yours.',
    headline: ['Your account', 'is waiting.'],
    lead: [
      `${oneLine(shop.name)} has made an account for ${oneLine(email)}. Choose a password, and it is yours. The link is good for seven days, and once.`,
    ],
    action: { label: 'Choose a password', url },
    blocks: [cells([{ title: 'You do not want one?', lines: ['Do nothing. Nobody can sign in without a password.'] }])],
    why: `We write this because ${oneLine(shop.name)} asked us to; ${neverAsked}`,
  })
}

/** To a new member who waits for the shop. */
export function approvalAsked(facts: AccountFacts): EmailMessage {
  const { shop, firstName } = facts
  const { frame } = emailLayout(shop)
  return frame({
    kind: 'approval-asked',
    values: namesOf(facts),
    subject: `${oneLine(shop.name)} looks at your account`,
    preheader: 'We write again as soon as you can sign in.',
    headline: [firstName ? `Thank you, ${oneLine(firstName)}.` : 'Thank you.', 'We have a look.'],
    lead: [`${oneLine(shop.name)} looks at each new account itself. We write again as soon as you can sign in; you need not do anything.`],
    blocks: [],
    why: 'You get this email because you opened an account; it is not a newsletter.',
  })
}

/** To the shop: somebody waits. */
export function approvalWanted(facts: AccountFacts, { url }: { readonly url: string }): EmailMessage {
  const { shop, email, firstName } = facts
  const { frame } = emailLayout(shop)
  const who = [firstName && oneLine(firstName), oneLine(email)].filter(Boolean).join(', ')
  return frame({
    kind: 'approval-wanted',
    values: namesOf(facts),
    subject: `${who} wants to be a member`,
    preheader: 'Nobody signs in before you say yes.',
    headline: ['Somebody waits', 'for your yes.'],
    lead: [{ strong: who }, ' has opened an account. Nobody signs in before you say yes.'],
    action: { label: 'See who it is', url },
    blocks: [],
    why: 'You get this email because you look at each new member yourself: Settings, Sign-in.',
  })
}

/** To a member whom the shop let in. */
export function accountApproved(facts: AccountFacts, { url }: { readonly url: string }): EmailMessage {
  const { shop, firstName } = facts
  const { frame } = emailLayout(shop)
  return frame({
    kind: 'account-approved',
    values: namesOf(facts),
    subject: `Your account at ${oneLine(shop.name)} is open`,
    preheader: 'You can sign in.',
    headline: [firstName ? `Come in, ${oneLine(firstName)}.` : 'Come in.'],
    lead: [`${oneLine(shop.name)} has opened your account. Sign in with your address and your password.`],
    action: { label: 'Sign in', url },
    blocks: [],
    why: 'You get this email because you opened an account; it is not a newsletter.',
  })
}

/** Somebody signed in from a kind of device that the member never used. */
export function newSignIn(facts: AccountFacts, { url, ...asked }: AskedBy & { readonly url: string }): EmailMessage {
  const { shop } = facts
  const { frame, cells } = emailLayout(shop)
  return frame({
    kind: 'new-sign-in',
    values: { ...namesOf(facts), 'device.name': deviceOf(asked.agent) },
    subject: `A new device signed in to ${oneLine(shop.name)}`,
    preheader: `${deviceOf(asked.agent)}. Was it you?`,
    headline: ['Was it you?'],
    lead: ['Your account was signed in to from a device that it does not know. If it was you, you need not do anything.'],
    action: { label: 'See where you are signed in', url },
    blocks: [
      cells([
        { title: 'What', lines: [askedBy(shop, asked)] },
        { title: 'It was not you?', lines: ['Choose a new password: all devices are signed out with it.'] },
      ]),
    ],
    why: `We write this to keep your account yours; ${neverAsked}`,
  })
}

export function passwordChanged(facts: AccountFacts, { url, ...asked }: AskedBy & { readonly url: string }): EmailMessage {
  const { shop } = facts
  const { frame, cells } = emailLayout(shop)
  return frame({
    kind: 'password-changed',
    values: namesOf(facts),
    subject: `Your password for ${oneLine(shop.name)} is a new one`,
    preheader: 'All other devices are signed out.',
    headline: ['Your password', 'is a new one.'],
    lead: ['All other devices are signed out. If it was you, you need not do anything.'],
    action: { label: 'It was not me', url },
    blocks: [cells([{ title: 'Who did it', lines: [askedBy(shop, asked)] }])],
    why: `We write this to keep your account yours; ${neverAsked}`,
  })
}

/** The shop took the second step away, from somebody who has lost what it needs. */
export function secondStepOff(
  facts: AccountFacts,
  { url, resetUrl, at }: { readonly url: string; readonly resetUrl: string; readonly at: Date },
): EmailMessage {
  const { shop } = facts
  const { frame, cells } = emailLayout(shop)
  const name = oneLine(shop.name)
  return frame({
    kind: 'second-step-off',
    values: namesOf(facts),
    subject: `Your second step at ${name} is off`,
    preheader: 'One step signs you in, until you set up a second one again.',
    headline: ['One step', 'is enough now.'],
    lead: [
      `${name} took your second step away, with its recovery codes, and signed you out everywhere. One step signs you in, until you set up a second one again.`,
    ],
    action: { label: 'Set up another one', url },
    blocks: [
      cells([
        { title: 'Who did it', lines: [name, dateTimeOf(shop, at)] },
        {
          title: 'You did not ask for it?',
          lines: [['Choose ', { link: 'a new password', url: resetUrl }, ' at once, and answer this email: we look at it.']],
        },
      ]),
    ],
    why: `We write this to keep your account yours; ${neverAsked}`,
  })
}

/** Six figures that prove an address which somebody wants to sign in with; to that one. */
export function newEmailCode(facts: AccountFacts, { code, url }: { readonly code: string; readonly url: string }): EmailMessage {
  const { shop, email } = facts
  const { frame, figures, cells } = emailLayout(shop)
  return frame({
    kind: 'new-email-code',
    values: { ...namesOf(facts), code: inThrees(code) },
    subject: `${inThrees(code)} proves your address for ${oneLine(shop.name)}`,
    preheader: 'Good for fifteen minutes, and once.',
    headline: ['Is this', 'your address?'],
    lead: [
      `Somebody, we think you, wants to sign in with ${oneLine(email)} from now on. Type this on the page that asks for it; it is good for fifteen minutes.`,
    ],
    action: { label: 'Open the page', url },
    blocks: [
      figures(inThrees(code)),
      cells([
        { title: 'It was not you?', lines: ['Do nothing. Without the code nothing changes, and your address is with nobody’s account.'] },
      ]),
    ],
    why: `We write this because someone typed your address in; ${neverAsked}`,
  })
}

/** Another address is signed in with; to the one before. */
export function emailChanged(facts: AccountFacts, asked: AskedBy): EmailMessage {
  const { shop } = facts
  const { frame, cells } = emailLayout(shop)
  return frame({
    kind: 'email-changed',
    values: namesOf(facts),
    subject: `You sign in to ${oneLine(shop.name)} with another address`,
    preheader: 'This one opens your account no longer.',
    headline: ['This address', 'signs in no longer.'],
    lead: [
      'Your account has another address now, which was proved. All other devices are signed out. If it was you, you need not do anything.',
    ],
    blocks: [
      cells([
        { title: 'Who did it', lines: [askedBy(shop, asked)] },
        { title: 'It was not you?', lines: ['Answer this email at once: we look at it, and give you your account back.'] },
      ]),
    ],
    why: `We write this to keep your account yours; ${neverAsked}`,
  })
}

/** Tokens of a sign-in were in two hands, so it was ended. */
export function sessionStolen(facts: AccountFacts, { url, ...signedIn }: AskedBy & { readonly url: string }): EmailMessage {
  const { shop } = facts
  const { frame, cells } = emailLayout(shop)
  return frame({
    kind: 'session-stolen',
    values: namesOf(facts),
    subject: `We signed you out at ${oneLine(shop.name)}`,
    preheader: 'Somebody else may have used your sign-in.',
    headline: ['We signed', 'you out.'],
    lead: [
      'One of your sign-ins was used from two places, as if somebody had copied it. We ended it. Sign in again; a new password does no harm.',
    ],
    action: { label: 'Look at your sign-ins', url },
    blocks: [cells([{ title: 'The sign-in', lines: [askedBy(shop, signedIn)] }])],
    why: `We write this to keep your account yours; ${neverAsked}`,
  })
}

/** Somebody registers with an address that has an account. */
export function emailKnown(
  facts: AccountFacts,
  { loginUrl, resetUrl, ...asked }: AskedBy & { readonly loginUrl: string; readonly resetUrl: string },
): EmailMessage {
  const { shop, email } = facts
  const { frame, cells } = emailLayout(shop)
  return frame({
    kind: 'email-known',
    values: namesOf(facts),
    subject: `You have an account at ${oneLine(shop.name)}`,
    preheader: 'Sign in, or choose a new password.',
    headline: ['You are a member', 'already.'],
    lead: [`Someone, we think you, wanted to open an account with ${oneLine(email)}. There is one. Nothing has changed.`],
    action: { label: 'Sign in', url: loginUrl, under: ['The password is gone? ', { link: 'Choose a new one', url: resetUrl }, '.'] },
    blocks: [cells([{ title: 'Who asked', lines: [askedBy(shop, asked)] }])],
    why: `We write this because someone typed your address in; ${neverAsked}`,
  })
}
