import { createHash } from 'node:crypto'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type EmailActivity, type Mail, type MailOfSite } from './mail.ts'
import { emailNotes, type NewEmail } from './order-email-store.ts'
import { oneLine } from './plain.ts'
import { claimDelivery, deliverToInbox, findDeliveryState, forgetOldest, settleDelivery } from './store.ts'
import { dropExpired, dropWaiting, putAside, takeWaiting } from './waiting.ts'

/** By a mail server; into the inbox, which everybody reads; or they wait until there is one of both. */
export type EmailDelivery = 'SMTP' | 'INBOX' | 'WAITING'

export interface MailerDeps {
  readonly db: Db
  readonly now: () => Date
  readonly report: (fault: unknown, where: string) => void
  /** `smtp://user:password@host:port`. */
  readonly smtpUrl?: string | undefined
  /** Whether emails go to the inbox where there is no mail server; else they wait for one. */
  readonly inbox: boolean
  readonly noteActivity: (site: string, activity: EmailActivity) => Promise<void>
  /** Host name of the shop, the right-hand side of every Message-ID. */
  readonly domain: string
}

export interface Mailer extends AsyncDisposable {
  /**
   * Delivers an email at least once, and once in all but the worst moment: when a process dies between the mail server's yes and our note
   * of it. The Message-ID stays the same then, by which mail servers and readers know it again.
   * `sent`: it went out now. `before`: it had gone out. `refused`: the mail server will never take it, or the shop sends none of its kind.
   * @throws when it has to be tried again later
   */
  send(mail: Mail): Promise<Sent>
  /**
   * Delivers a few emails of a site in their order, and returns for each what `send` would.
   * @throws when some have to be tried again later; others may have gone out
   */
  sendAll(site: string, mails: readonly MailOfSite[]): Promise<readonly Sent[]>
  /** Delivers what waited for a mail server or for the inbox, and drops what has expired meanwhile. */
  sendWaiting(): Promise<void>
}

/** `waiting`: nobody delivers emails yet. */
type Sent = 'sent' | 'before' | 'refused' | 'waiting'

/** How long one process may take to hand an email over before another may try. */
const leaseMs = 3 * 60 * 1000

export const messageIdOf = (site: string, key: string, domain: string): string =>
  `<${createHash('sha256').update(`${site} ${key}`).digest('hex').slice(0, 40)}@${domain}>`

/** To look through an inbox for emails to forget costs more than to put one in. */
const forgetEvery = 50

export function mailer(deps: MailerDeps): Mailer {
  /** How many emails more go into inboxes before one is looked through. */
  let untilForgotten = 0
  const { db, now, smtpUrl, inbox, domain, noteActivity } = deps
  const transport = smtpUrl ? poolTo(smtpUrl) : undefined

  async function post(mail: MailOfSite, messageId: string): Promise<string> {
    const { response } = await (await transport!).sendMail({
      messageId,
      date: now(),
      from: mail.from,
      to: mail.to,
      ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(mail.unsubscribeUrl && {
          'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    })
    return response
  }

  async function noteDown(site: string, mail: MailOfSite): Promise<void> {
    const notes = noted([mail])
    if (notes.length > 0) await db.query(emailNotes(site, notes, now()))
  }

  async function sendByServer(site: string, mail: MailOfSite): Promise<Sent> {
    const { key } = mail
    const at = now()
    const messageId = messageIdOf(site, key, domain)
    const claim = await claimDelivery(db, {
      site,
      key,
      messageId,
      recipient: mail.to,
      subject: oneLine(mail.subject),
      now: at,
      leasedUntil: new Date(at.getTime() + leaseMs),
    })
    if (!claim) {
      const state = await findDeliveryState(db, site, key)
      if (state === 'sent') {
        await noteDown(site, mail)
        return 'before'
      }
      if (state === 'refused') return 'refused'
      throw new Error(`mail ${key} is being sent by another process`)
    }
    let answer: string
    try {
      answer = await post(mail, messageId)
    } catch (error) {
      const final = isFinal(error)
      await settleDelivery(db, site, key, final ? 'refused' : 'failed', (error as Error).message, now())
      if (!final) throw error
      deps.report(error, `mail ${key}`)
      return 'refused'
    }
    await settleDelivery(db, site, key, 'sent', answer, now())
    await noteDown(site, mail)
    return 'sent'
  }

  async function putIntoInbox(site: string, mails: readonly MailOfSite[]): Promise<readonly Sent[]> {
    if (mails.length === 0) return []
    const at = now()
    const entries = mails.map((mail) => ({
      id: newId(),
      key: mail.key,
      messageId: messageIdOf(site, mail.key, domain),
      sender: mail.from,
      recipient: mail.to,
      replyTo: mail.replyTo ?? null,
      subject: oneLine(mail.subject),
      html: mail.html,
      body: mail.text,
    }))
    const notes = noted(mails)
    const put = await deliverToInbox(db, site, entries, at, notes.length > 0 ? emailNotes(site, notes, at) : undefined)
    untilForgotten -= put.size
    if (untilForgotten < 0) {
      untilForgotten += forgetEvery
      await forgetOldest(db, site)
    }
    return entries.map(({ id }) => (put.has(id) ? 'sent' : 'before'))
  }

  async function sendAll(site: string, mails: readonly MailOfSite[]): Promise<readonly Sent[]> {
    const wanted = mails.filter(({ off }) => !off)
    const outcomes: Sent[] = []
    if (transport) for (const mail of wanted) outcomes.push(await sendByServer(site, mail))
    else if (inbox) outcomes.push(...(await putIntoInbox(site, wanted)))
    else for (const mail of wanted) outcomes.push(await putAside(db, site, mail, now()))
    for (const [i, { activity }] of wanted.entries())
      if (activity && (outcomes[i] === 'sent' || outcomes[i] === 'before')) await noteActivity(site, activity)
    return mails.map(({ off }) => (off ? 'refused' : outcomes.shift()!))
  }

  return {
    async send({ site, ...mail }) {
      const [sent] = await sendAll(site, [mail])
      return sent!
    },
    sendAll,
    async sendWaiting() {
      await dropExpired(db, now())
      if (!transport && !inbox) return
      for (let taken = await takeWaiting(db, now()); taken.length > 0; taken = await takeWaiting(db, now())) {
        const faults: unknown[] = []
        for (const { site, ...mail } of taken)
          await sendAll(site, [mail])
            .then(() => dropWaiting(db, site, mail.key))
            .catch((error: unknown) => faults.push(error))
        // A mail server that takes nothing is asked again with the next minute.
        if (faults.length > 0) throw new AggregateError(faults, `${faults.length} emails that waited could not be delivered`)
      }
    },
    async [Symbol.asyncDispose]() {
      const open = await transport
      open?.close()
    },
  }
}

/** What is noted down of emails, where they have a note. */
const noted = (mails: readonly MailOfSite[]): NewEmail[] =>
  mails.flatMap(({ key, to, subject, note }) => (note ? { ...note, key, recipient: to, subject: oneLine(subject) } : []))

async function poolTo(url: string) {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The mail server said no to this email for good (5xx to sender, recipient or message); trouble on the way or at the login passes. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}
