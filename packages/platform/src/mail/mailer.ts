import { createHash } from 'node:crypto'
import { newId } from '../db/id.ts'
import type { Db, Sql } from '../db/sql.ts'
import { oneLine } from './plain.ts'
import { claimDelivery, deliverToInbox, findDeliveryState, forgetOldest, settleDelivery } from './store.ts'

export interface Mail {
  readonly site: string
  /** Which event asked for which letter. A key is delivered once; sending it again is a retry and does nothing when it went out. */
  readonly key: string
  readonly from: string
  readonly to: string
  readonly replyTo?: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The shop sends none of its kind. */
  readonly off?: boolean
  /** Written down when it went out, now or before; it may be written down again. */
  readonly note?: Sql
}

export interface MailerDeps {
  readonly db: Db
  readonly now: () => Date
  readonly report: (fault: unknown, where: string) => void
  /** `smtp://user:password@host:port`; without it letters go to the inbox. */
  readonly smtpUrl?: string
  /** Host name of the shop, the right-hand side of every Message-ID. */
  readonly domain: string
}

export interface Mailer extends AsyncDisposable {
  /**
   * Delivers a letter at least once, and once in all but the worst moment: when a process dies between the mail server's yes and our note
   * of it. The Message-ID stays the same then, by which mail servers and readers know it again.
   * `sent`: it went out now. `before`: it had gone out. `refused`: the mail server will never take it, or the shop sends none of its kind.
   * @throws when it has to be tried again later
   */
  send(mail: Mail): Promise<'sent' | 'before' | 'refused'>
}

/** How long one process may take to hand a letter over before another may try. */
const leaseMs = 3 * 60 * 1000

export const messageIdOf = (site: string, key: string, domain: string): string =>
  `<${createHash('sha256').update(`${site} ${key}`).digest('hex').slice(0, 40)}@${domain}>`

/** To look through an inbox for letters to forget costs more than to put one in. */
const forgetEvery = 50

export function mailer(deps: MailerDeps): Mailer {
  let delivered = 0
  const { db, now, smtpUrl, domain } = deps
  const transport = smtpUrl ? poolTo(smtpUrl) : undefined

  async function post(mail: Mail, messageId: string): Promise<string> {
    const { response } = await (await transport!).sendMail({
      messageId,
      date: now(),
      from: mail.from,
      to: mail.to,
      ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
    return response
  }

  return {
    async send(mail) {
      if (mail.off) return 'refused'
      const { site, key } = mail
      const at = now()
      const messageId = messageIdOf(site, key, domain)
      const leasedUntil = new Date(at.getTime() + leaseMs)
      if (!transport) {
        const entry = {
          id: newId(),
          sender: mail.from,
          recipient: mail.to,
          replyTo: mail.replyTo ?? null,
          subject: oneLine(mail.subject),
          html: mail.html,
          body: mail.text,
          createdAt: at,
        }
        const put = await deliverToInbox(db, site, key, messageId, entry, mail.note)
        if (put && delivered++ % forgetEvery === 0) await forgetOldest(db, site)
        return put ? 'sent' : 'before'
      }
      const claim = await claimDelivery(db, {
        site,
        key,
        messageId,
        recipient: mail.to,
        subject: oneLine(mail.subject),
        now: at,
        leasedUntil,
      })
      if (!claim) {
        const state = await findDeliveryState(db, site, key)
        if (state === 'sent') {
          if (mail.note) await db.query(mail.note)
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
      if (mail.note) await db.query(mail.note)
      return 'sent'
    },
    async [Symbol.asyncDispose]() {
      const open = await transport
      open?.close()
    },
  }
}

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

/** The mail server said no to this letter for good (5xx to sender, recipient or message); trouble on the way or at the login passes. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}
