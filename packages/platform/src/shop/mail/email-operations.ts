import type { EmailSender, EmailTemplate, EmailWordsInput, emails } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { EmailSettings, MailSettings, Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { violation } from '../../kernel/violation.ts'
import type { EmailBranding } from './branding.ts'
import { faultOf, type OwnWord, type OwnWords } from './custom-texts.ts'
import type { EmailMessage } from './email.ts'
import { checksOf } from './email-checks.ts'
import { type EmailKind, emailKinds, fieldsOf, isEmailKind } from './email-kinds.ts'
import { addressedTo } from './mail.ts'
import type { Mailer } from './mailer.ts'
import type { OrderFacts } from './order-confirmation.ts'
import { oneLine } from './plain.ts'
import { originalOf, sampleOf, sampleOrder, sampleStopOf } from './sample.ts'
import { senderFrom, senderOf } from './sender.ts'

export interface EmailDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly emailBrandingOf: (settings: Sections) => EmailBranding
  /** What emails of an order say; undefined where there is none. */
  readonly findFacts: (site: string, orderId: string) => Promise<OrderFacts | undefined>
  readonly mailer: Mailer
  /** The mail address of one of the staff. */
  /** As WCAG has it, of two colours as `#rrggbb`. */
  readonly contrastBetween: (one: string, other: string) => number
  readonly findStaffMail: (db: Db, site: string, userId: string) => Promise<string | undefined>
}

/** An email, and what it was written with. */
interface Written {
  readonly email: EmailMessage
  readonly shop: EmailBranding
  readonly own: OwnWords
}

const ownWords: readonly OwnWord[] = ['subject', 'headline', 'lead', 'button']
const usualHelp = 'Questions? Answer this email, we read it.'

export function emailOperations(deps: EmailDeps): Handlers<typeof emails> {
  const { readSettings, emailBrandingOf, findFacts, mailer, findStaffMail, contrastBetween } = deps
  /** An email as it would go out now, or with words that are tried. */
  async function written(
    { db, site, now }: { readonly db: Db; readonly site: string; readonly now: Date },
    kind: EmailKind,
    { words, orderId }: { readonly words?: EmailWordsInput | null | undefined; readonly orderId?: string | null | undefined },
  ): Promise<Written | Refusal<'ORDER_NOT_FOUND' | 'INVALID_ARGUMENT'>> {
    const settings = await readSettings(db, site)
    const head = emailBrandingOf(settings)
    const own = changed(head.emails?.[kind]?.words, words)
    const fault = faultIn(kind, own, 'words')
    if (fault) return fault
    const shop: EmailBranding = { ...head, emails: { ...head.emails, [kind]: { words: own } } }
    const found = orderId ? await findFacts(site, orderId) : sampleOrder(shop, settings.commerce.currency, now)
    return found ? { email: sampleOf(kind, { ...found, shop }, now), shop, own } : refuse('ORDER_NOT_FOUND')
  }

  return {
    async 'GET /vitrine/v1/emails'(_, { db, site, now }) {
      const settings = await readSettings(db, site)
      const kinds = Object.keys(emailKinds) as EmailKind[]
      return { sender: showSender(settings.mail), emails: kinds.map((kind) => show(kind, settings.emails?.[kind], settings, now)) }
    },

    async 'PATCH /vitrine/v1/emails/{email.id}'({ email: { id, revision, on, words } }, { db, site, now }) {
      if (!isEmailKind(id)) return refuse('EMAIL_NOT_FOUND')
      const { document } = await lockSection(db, site, 'emails', {}, now)
      const before: EmailSettings = document[id] ?? { revision: 1 }
      if (revision !== null && revision !== undefined && revision !== String(before.revision)) return refuse('STALE_REVISION')
      if (on === false && !emailKinds[id].mayBeOff)
        return violation('email.on', 'has to be sent: its reader would not get what they paid for')
      const own = changed(before.words, words)
      const fault = faultIn(id, own, 'email.words')
      if (fault) return fault
      const isOff = on === null || on === undefined ? (before.off ?? false) : !on
      const after: EmailSettings = {
        revision: before.revision + 1,
        ...(isOff && { off: true }),
        ...(Object.keys(own).length > 0 && { words: own }),
      }
      await writeSettings(db, site, 'emails', { ...document, [id]: after }, now)
      return { email: show(id, after, await readSettings(db, site), now) }
    },

    async 'PATCH /vitrine/v1/email-sender'({ sender }, { db, site, now }) {
      const { document: before } = await lockSection(db, site, 'mail', (await readSettings(db, site)).mail, now)
      const { name, address } = senderOf(before.from)
      const { help: helpBefore, ...rest } = before
      const help = sender.help === undefined ? helpBefore : oneLine(sender.help ?? '')
      const after: MailSettings = {
        ...rest,
        from: senderFrom(sender.name === undefined || sender.name === null ? name : oneLine(sender.name), address),
        replyTo: sender.replyTo === undefined ? before.replyTo : (sender.replyTo ?? ''),
        ...(help && { help }),
      }
      await writeSettings(db, site, 'mail', after, now)
      return { sender: showSender(after) }
    },

    async 'POST /vitrine/v1/emails/{id}/preview'({ id, ...tried }, scope) {
      if (!isEmailKind(id)) return refuse('EMAIL_NOT_FOUND')
      const found = await written(scope, id, tried)
      if (found instanceof Refusal) return found
      const { subject, html, text } = found.email
      return { subject, html, text, checks: [...checksOf({ ...found, kind: id, stopUrl: sampleStopOf(found.shop), contrastBetween })] }
    },

    'POST /vitrine/v1/emails/{id}/send-test': staged(async ({ id, ...tried }, scope) => {
      if (!isEmailKind(id)) return refuse('EMAIL_NOT_FOUND')
      const found = await written(scope, id, tried)
      if (found instanceof Refusal) return found
      const { db, site, caller, attempt } = scope
      const { mail } = await readSettings(db, site)
      const to = (await addressOf(db, site, caller)) ?? (mail.replyTo || senderOf(mail.from).address)
      const { subject, html, text } = found.email
      const sent = await mailer.send({
        site,
        key: `test:${attempt}`,
        ...addressedTo(mail, to),
        subject: `Test: ${subject}`,
        html,
        text,
      })
      return { to, waiting: sent === 'waiting' }
    }),
  }

  function show(kind: EmailKind, own: EmailSettings | undefined, settings: Sections, now: Date): EmailTemplate {
    const { name, when, to, mayBeOff } = emailKinds[kind]
    return {
      id: kind,
      name,
      when,
      to,
      mayBeOff,
      on: !own?.off,
      fields: [...fieldsOf(kind)],
      original: originalOf(kind, emailBrandingOf(settings), settings.commerce.currency, now),
      words: own?.words ?? {},
      revision: String(own?.revision ?? 1),
    }
  }

  async function addressOf(db: Db, site: string, caller: Caller): Promise<string | undefined> {
    return caller.kind === 'user' ? findStaffMail(db, site, caller.userId) : undefined
  }
}

/** Words with a change in them: what is absent stays, null and nothing are the default text. */
function changed(before: OwnWords = {}, change: EmailWordsInput | null | undefined): OwnWords {
  if (change === null) return {}
  const after = Object.fromEntries(
    ownWords.flatMap((word) => {
      const said = change?.[word] === undefined ? before[word] : (change[word] ?? '').trim()
      return said ? [[word, said]] : []
    }),
  )
  return after
}

function faultIn(kind: EmailKind, words: OwnWords, path: string): Refusal<'INVALID_ARGUMENT'> | undefined {
  for (const word of ownWords) {
    const said = words[word]
    const fault = said === undefined ? undefined : faultOf(said, fieldsOf(kind))
    if (fault) return violation(`${path}.${word}`, fault)
    if (said !== undefined && (word === 'subject' || word === 'button') && /[\r\n]/.test(said))
      return violation(`${path}.${word}`, 'is one line')
  }
  return undefined
}

const showSender = ({ from: text, replyTo, help }: MailSettings): EmailSender => ({
  ...senderOf(text),
  ...(replyTo && { replyTo }),
  help: help ?? usualHelp,
})
