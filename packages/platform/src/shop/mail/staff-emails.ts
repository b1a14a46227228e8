import type { EmailBranding } from './branding.ts'
import { type EmailMessage, emailLayout } from './email.ts'
import { oneLine } from './plain.ts'
import { type AskedBy, askedBy } from './sign-in-emails.ts'

/** Whom an email about the work in the shop goes to. */
export interface StaffFacts {
  readonly shop: EmailBranding
  readonly email: string
}

const namesOf = ({ email }: StaffFacts) => ({ 'account.email': oneLine(email) })

const dayOf = (shop: EmailBranding, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: shop.timeZone }).format(at)

const neverAsked = 'we never ask for your password in an email.'

/** The link with which somebody joins. */
export function staffInvitation(
  facts: StaffFacts,
  { url, role, invitedBy, until }: { readonly url: string; readonly role: string; readonly invitedBy?: string; readonly until: Date },
): EmailMessage {
  const { shop, email } = facts
  const { frame, cells } = emailLayout(shop)
  const who = invitedBy ? oneLine(invitedBy) : oneLine(shop.name)
  return frame({
    kind: 'staff-invitation',
    values: { ...namesOf(facts), 'staff.role': role, 'staff.invitedBy': who },
    subject: `${who} invites you to run ${oneLine(shop.name)}`,
    preheader: `Choose a password, and you are in. Good until ${dayOf(shop, until)}.`,
    headline: ['Come and', 'help us.'],
    lead: [`${who} wants you on the staff of ${oneLine(shop.name)}, as ${role}. Choose a password, and you are in.`],
    action: { label: 'Join the staff', url, under: [`The link is good until ${dayOf(shop, until)}, and once.`] },
    blocks: [
      cells([
        { title: 'You sign in with', lines: [oneLine(email)] },
        { title: 'You do not know us?', lines: ['Do nothing. Without the link nobody gets in.'] },
      ]),
    ],
    why: `We write this because ${who} typed your address in; ${neverAsked}`,
  })
}

/** The link to another password, for who has forgotten theirs. */
export function staffRecovery(facts: StaffFacts, { url, ...asked }: AskedBy & { readonly url: string }): EmailMessage {
  const { shop } = facts
  const { frame, cells } = emailLayout(shop)
  return frame({
    kind: 'staff-recovery',
    values: namesOf(facts),
    subject: `A new password for running ${oneLine(shop.name)}`,
    preheader: 'The link is good for thirty minutes, and once.',
    headline: ['Choose another', 'password.'],
    lead: [
      'Somebody asked for a new password for your account. With it you are signed out everywhere else; your second step stays as it is.',
    ],
    action: { label: 'Choose a new password', url, under: ['The link is good for thirty minutes, and once.'] },
    blocks: [
      cells([
        { title: 'Who asked', lines: [askedBy(shop, asked)] },
        { title: 'It was not you?', lines: ['Do nothing. Your password stays as it is.'] },
      ]),
    ],
    why: `We write this because your address was typed in at the sign-in; ${neverAsked}`,
  })
}

export function staffPasswordChanged(facts: StaffFacts, { url, ...asked }: AskedBy & { readonly url: string }): EmailMessage {
  const { shop } = facts
  const { frame, cells } = emailLayout(shop)
  return frame({
    kind: 'staff-password-changed',
    values: namesOf(facts),
    subject: `Your password for running ${oneLine(shop.name)} is a new one`,
    preheader: 'All your other devices are signed out.',
    headline: ['Your password', 'is a new one.'],
    lead: ['All your other devices are signed out. If it was you, you need not do anything. If not, tell an owner of the shop at once.'],
    action: { label: 'See where you are signed in', url },
    blocks: [cells([{ title: 'Who did it', lines: [askedBy(shop, asked)] }])],
    why: `We write this to keep the shop yours; ${neverAsked}`,
  })
}

/** A second step is gone: to whose it was, and to all owners. */
export function staffSecondStepOff(
  facts: StaffFacts,
  {
    url,
    whose,
    mine,
    by,
    ...asked
  }: AskedBy & { readonly url: string; readonly whose: string; readonly mine: boolean; readonly by?: string },
): EmailMessage {
  const { shop } = facts
  const { frame, cells } = emailLayout(shop)
  const who = oneLine(whose)
  return frame({
    kind: 'staff-second-step-off',
    values: { ...namesOf(facts), 'staff.name': who },
    subject: mine ? `Your second step at ${oneLine(shop.name)} is off` : `The second step of ${who} is off`,
    preheader: 'The password alone signs in, until another one is set up.',
    headline: ['One step', 'is enough now.'],
    lead: [
      mine
        ? 'Your password alone signs you in, until you set up another app.'
        : `The password of ${who} alone signs them in, until they set up another app.`,
    ],
    action: { label: mine ? 'Set up another one' : 'See the staff', url },
    blocks: [
      cells([
        { title: 'Who did it', lines: [...(by ? [oneLine(by)] : []), askedBy(shop, asked)] },
        { title: 'You know nothing of it?', lines: ['Sign in and choose a new password, and tell the other owners.'] },
      ]),
    ],
    why: `We write this to keep the shop yours; ${neverAsked}`,
  })
}

/** A webhook did not take anything for three days, and is sent nothing any more. */
export function webhookStopped(
  facts: StaffFacts,
  { name, to, url }: { readonly name: string; readonly to: string; readonly url: string },
): EmailMessage {
  const { shop } = facts
  const { frame, cells } = emailLayout(shop)
  const webhook = oneLine(name)
  return frame({
    kind: 'webhook-stopped',
    values: { ...namesOf(facts), 'webhook.name': webhook },
    subject: `The webhook ${webhook} is stopped`,
    preheader: 'It has not taken an event for three days.',
    headline: ['A webhook', 'is stopped.'],
    lead: [
      `${webhook} has not taken an event for three days, so nothing is sent to it any more. When its receiver is back, resume it: what happened meanwhile can be sent again.`,
    ],
    action: { label: 'See the webhooks', url },
    blocks: [cells([{ title: 'Its address', lines: [oneLine(to)] }])],
    why: 'We write this to every owner of the shop.',
  })
}
