import type { SystemCheck } from '@vitrine/contract'
import type { SystemFacts } from './facts.ts'
import { ageText, counted, sizeText } from './figures.ts'

type Rule = (facts: SystemFacts) => Omit<SystemCheck, 'id'>

const ok = (message: string, figure?: string) => ({ status: 'OK' as const, message, ...(figure !== undefined && { figure }) })
const warning = (message: string, figure?: string) => ({ ...ok(message, figure), status: 'WARNING' as const })
const failed = (message: string, figure?: string) => ({ ...ok(message, figure), status: 'FAILED' as const })

const dayMs = 86_400_000
/** Emails are delivered within seconds; what waits longer than this has been refused at least once. */
const usualDeliveryMs = 10 * 60_000
/** From here on the next large upload, or the log of one busy day, may fill the disk. */
const tooLittleBytes = 1e9

const localNames = ['localhost', '127.0.0.1', '[::1]']

/** Names that exist on one machine or in examples alone (RFC 2606, RFC 6761): no email gets there. */
const isReachable = (email: string): boolean =>
  !/@(?:[^@]+\.)?(?:localhost|local|test|example|invalid|example\.(?:com|net|org))$/i.test(email)

const rules: Readonly<Record<SystemCheck['id'], Rule>> = {
  HTTPS({ publicUrl }) {
    const { protocol, host, hostname } = new URL(publicUrl)
    if (protocol === 'https:') return ok(`${host} is reached by https alone; browsers are told to use nothing else for two years.`)
    return localNames.includes(hostname)
      ? warning('The shop is reached on this machine only. Before others may come, set PUBLIC_URL to its https address.')
      : failed(
          `${host} is reached without https: passwords and addresses of your customers can be read on their way. Put a proxy with a certificate before the shop, and set PUBLIC_URL to its https address.`,
        )
  },

  PAYMENTS({ payments: { stripe, sandbox, manual } }) {
    if (sandbox)
      return failed(
        'The sandbox takes test cards: orders count as paid, and no money moves. Go live under Payments, or set PAYMENT_SANDBOX=off, before real customers come.',
        'test cards',
      )
    if (stripe === 'TEST')
      return failed(
        "Stripe runs with a test key: no money moves. Give it the live key of your shop's account, under Payments or as STRIPE_SECRET_KEY.",
        'test key',
      )
    const names = manual.join(', ')
    if (stripe === 'LIVE') return ok(manual.length > 0 ? `Stripe, live; beside it ${names}.` : 'Stripe, live.')
    return manual.length > 0
      ? ok(`Paid by hand alone: ${names}. Cards and wallets need the keys of an account at Stripe, under Payments.`)
      : failed('Nobody can pay. Enter the keys of your account at Stripe under Payments, or offer bank transfer there.')
  },

  EMAIL({ email: { delivery, waiting, waitingSince }, now }) {
    const figure = waiting > 0 ? `${waiting.toLocaleString('en')} waiting` : undefined
    if (delivery === 'INBOX')
      return failed(
        'Emails are shown to everybody at /inbox, links for new passwords among them. Set SMTP_URL, or VITRINE_INBOX=off.',
        'open inbox',
      )
    if (delivery === 'WAITING')
      return failed(
        `No mail server is set${waiting > 0 ? `, and ${counted(waiting, 'email')} ${waiting === 1 ? 'waits' : 'wait'}` : ''}. Set SMTP_URL; what waits goes out then.`,
        figure,
      )
    if (waitingSince && now.getTime() - waitingSince.getTime() > usualDeliveryMs)
      return failed(
        `The mail server does not take ${counted(waiting, 'email')}, the oldest for ${ageText(waitingSince, now)}. Check SMTP_URL and the log of the server.`,
        figure,
      )
    return ok('The mail server takes what the shop sends.', figure)
  },

  SECOND_FACTOR({ owners }) {
    const without = owners.filter(({ hasSecondFactor }) => !hasSecondFactor).map(({ email }) => email)
    if (without.length === 0) return ok(owners.length === 1 ? 'The owner signs in with a code.' : 'All owners sign in with a code.')
    return failed(`${without.join(', ')} can do everything here with a password alone. Set up a code under Your account.`)
  },

  OWNER_EMAIL({ owners }) {
    const lost = owners.find(({ email }) => !isReachable(email))
    if (!lost) return ok('Owners can be written to.')
    return warning(
      `No email reaches ${lost.email}, so a forgotten password is only replaced on the server, by npm run owner. Invite yourself as an owner with your own address, and remove the other.`,
    )
  },

  TRUSTED_PROXIES({ proxies: { trusted, notTrusted }, publicUrl }) {
    if (notTrusted !== undefined)
      return warning(
        `${notTrusted} forwards requests and is not trusted: all who come through it count as one, and share its limits. If it is your proxy, add it to TRUSTED_PROXIES.`,
        notTrusted,
      )
    if (trusted) return ok('The proxies before the shop are known.')
    return publicUrl.startsWith('https:')
      ? warning('A proxy answers https for the shop, and none is trusted: all customers count as one. Set TRUSTED_PROXIES to its address.')
      : ok('There is no proxy in front of the shop.')
  },

  SECRET: ({ hasSecret }) =>
    hasSecret
      ? ok('The keys in the database are wrapped with VITRINE_SECRET.')
      : warning('Whoever reads a copy of the database reads the keys in it. Set VITRINE_SECRET to 32 random characters or more.'),

  OPEN: ({ isOpen }) =>
    isOpen
      ? ok('Everybody sees the shop.')
      : warning('The shop is closed: visitors read that it opens soon, and search engines list nothing. Open it under Start.', 'closed'),

  BACKUP({ backup, now }) {
    if (!backup) return failed('No backup was made here. Run npm run backup each night, and keep the copies on another machine.', 'never')
    const age = ageText(backup.at, now)
    const figure = `${age} ago`
    return now.getTime() - backup.at.getTime() <= 2 * dayMs
      ? ok(`The last backup has ${sizeText(backup.bytes)}.`, figure)
      : warning(`The last backup is ${age} old. Run npm run backup each night.`, figure)
  },

  STORAGE({ storage }) {
    if (!storage) return ok('The system does not tell how full the disk is.')
    const { freeBytes, totalBytes } = storage
    const figure = `${sizeText(freeBytes)} free`
    const disk = `the disk of DATA_DIR (${sizeText(totalBytes)})`
    if (freeBytes < tooLittleBytes)
      return failed(`${sizeText(freeBytes)} are free on ${disk}. A full disk stops the shop: make room now.`, figure)
    return freeBytes < totalBytes / 10 && freeBytes < 20 * tooLittleBytes
      ? warning(`Less than a tenth of ${disk} is free.`, figure)
      : ok(`There is room on ${disk}.`, figure)
  },

  DATABASE: ({ database: { embedded, bytes, milliseconds } }) =>
    ok(
      `${embedded ? 'The embedded PostgreSQL' : 'Your own PostgreSQL'} answers in ${milliseconds < 1 ? 'less than 1' : Math.round(milliseconds)} ms.`,
      sizeText(bytes),
    ),

  VIDEO: ({ ffmpeg }) =>
    ffmpeg !== undefined
      ? ok('Films get a poster, smaller copies and streams, and sound shows how loud it is.', `ffmpeg ${ffmpeg.split('-', 1)[0]}`)
      : warning(
          'ffmpeg is not on this machine: films are served as they came, without poster and streams. Install it, or set VITRINE_FFMPEG to where it is, and start the server again.',
          'not available',
        ),

  DEMO_DATA: ({ isDemo }) =>
    isDemo
      ? warning(
          'Products, orders and members of the demo are in this shop. For your own, start with another DATA_DIR and VITRINE_SEED=none.',
          'demo',
        )
      : ok('What is in this shop is yours.'),
}

const order = { FAILED: 0, WARNING: 1, OK: 2 }

/** All checks: first those that failed, then warnings; within them by importance. */
export const systemChecksOf = (facts: SystemFacts): SystemCheck[] =>
  (Object.entries(rules) as [SystemCheck['id'], Rule][])
    .map(([id, rule]) => ({ id, ...rule(facts) }))
    .toSorted((one, other) => order[one.status] - order[other.status])
