import type { LetterKindInfo, LetterSender, LetterWordsInput, letters } from '@vitrine/contract'
import type { Db } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { type Handlers, staged } from '../http/handlers.ts'
import { Refusal, refuse } from '../refusal.ts'
import { lockSection } from '../settings/change.ts'
import type { MailSettings, OwnLetter, Sections } from '../settings/sections.ts'
import { writeSettings } from '../settings/settings.ts'
import type { Letter } from './letter.ts'
import { fieldsOf, isLetterKind, type LetterKind, letterKinds } from './letter-kinds.ts'
import type { Letterhead } from './look.ts'
import type { Mailer } from './mailer.ts'
import type { OrderFacts } from './order-confirmation.ts'
import { faultOf, type OwnWord, type OwnWords } from './own-words.ts'
import { oneLine } from './plain.ts'
import { originalOf, sampleOf, sampleOrder } from './sample.ts'
import { senderFrom, senderOf } from './sender.ts'

export interface LetterDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly letterheadOf: (settings: Sections) => Letterhead
  /** What letters of an order say; undefined where there is none. */
  readonly findFacts: (site: string, orderId: string) => Promise<OrderFacts | undefined>
  readonly mailer: Mailer
  /** The mail address of one of the staff. */
  readonly findStaffMail: (db: Db, site: string, userId: string) => Promise<string | undefined>
}

const ownWords: readonly OwnWord[] = ['subject', 'headline', 'lead', 'button']
const usualHelp = 'Questions? Answer this letter, we read it.'

export function letterOperations({ readSettings, letterheadOf, findFacts, mailer, findStaffMail }: LetterDeps): Handlers<typeof letters> {
  /** A letter as it would go out now, or with words that are tried. */
  async function written(
    { db, site, now }: { readonly db: Db; readonly site: string; readonly now: Date },
    kind: LetterKind,
    { words, orderId }: { readonly words?: LetterWordsInput | null | undefined; readonly orderId?: string | null | undefined },
  ): Promise<Letter | Refusal<'ORDER_NOT_FOUND' | 'INVALID_ARGUMENT'>> {
    const settings = await readSettings(db, site)
    const head = letterheadOf(settings)
    const own = changed(head.letters?.[kind]?.words, words)
    const fault = faultIn(kind, own, 'words')
    if (fault) return fault
    const shop: Letterhead = { ...head, letters: { ...head.letters, [kind]: { words: own } } }
    const found = orderId ? await findFacts(site, orderId) : sampleOrder(shop, settings.commerce.currency, now)
    return found ? sampleOf(kind, { ...found, shop }, now) : refuse('ORDER_NOT_FOUND')
  }

  return {
    async 'GET /vitrine/v1/letters'(_, { db, site, now }) {
      const settings = await readSettings(db, site)
      const kinds = Object.keys(letterKinds) as LetterKind[]
      return { sender: showSender(settings.mail), letters: kinds.map((kind) => show(kind, settings.letters?.[kind], settings, now)) }
    },

    async 'PATCH /vitrine/v1/letters/{letter.id}'({ letter: { id, revision, on, words } }, { db, site, now }) {
      if (!isLetterKind(id)) return refuse('LETTER_NOT_FOUND')
      const { document } = await lockSection(db, site, 'letters', {}, now)
      const before: OwnLetter = document[id] ?? { revision: 1 }
      if (revision !== null && revision !== undefined && revision !== String(before.revision)) return refuse('STALE_REVISION')
      if (on === false && !letterKinds[id].mayBeOff)
        return violation('letter.on', 'has to be sent: its reader would not get what they paid for')
      const own = changed(before.words, words)
      const fault = faultIn(id, own, 'letter.words')
      if (fault) return fault
      const isOff = on === null || on === undefined ? (before.off ?? false) : !on
      const after: OwnLetter = {
        revision: before.revision + 1,
        ...(isOff && { off: true }),
        ...(Object.keys(own).length > 0 && { words: own }),
      }
      await writeSettings(db, site, 'letters', { ...document, [id]: after }, now)
      return { letter: show(id, after, await readSettings(db, site), now) }
    },

    async 'PATCH /vitrine/v1/letter-sender'({ sender }, { db, site, now }) {
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

    async 'POST /vitrine/v1/letters/{id}/preview'({ id, ...tried }, scope) {
      if (!isLetterKind(id)) return refuse('LETTER_NOT_FOUND')
      const letter = await written(scope, id, tried)
      return letter instanceof Refusal ? letter : { subject: letter.subject, html: letter.html, text: letter.text }
    },

    'POST /vitrine/v1/letters/{id}/send-test': staged(async ({ id, ...tried }, scope) => {
      if (!isLetterKind(id)) return refuse('LETTER_NOT_FOUND')
      const letter = await written(scope, id, tried)
      if (letter instanceof Refusal) return letter
      const { db, site, caller, attempt } = scope
      const { mail } = await readSettings(db, site)
      const to = (await addressOf(db, site, caller)) ?? (mail.replyTo || senderOf(mail.from).address)
      const { subject, html, text } = letter
      const sent = await mailer.send({
        site,
        key: `test:${attempt}`,
        from: mail.from,
        to,
        ...(mail.replyTo && { replyTo: mail.replyTo }),
        subject: `Test: ${subject}`,
        html,
        text,
      })
      return { to, waiting: sent === 'waiting' }
    }),
  }

  function show(kind: LetterKind, own: OwnLetter | undefined, settings: Sections, now: Date): LetterKindInfo {
    const { name, when, to, mayBeOff } = letterKinds[kind]
    return {
      id: kind,
      name,
      when,
      to,
      mayBeOff,
      on: !own?.off,
      fields: [...fieldsOf(kind)],
      original: originalOf(kind, letterheadOf(settings), settings.commerce.currency, now),
      words: own?.words ?? {},
      revision: String(own?.revision ?? 1),
    }
  }

  async function addressOf(db: Db, site: string, caller: Caller): Promise<string | undefined> {
    return caller.kind === 'user' ? findStaffMail(db, site, caller.userId) : undefined
  }
}

/** Words with a change in them: what is absent stays, null and nothing are as the house has it. */
function changed(before: OwnWords = {}, change: LetterWordsInput | null | undefined): OwnWords {
  if (change === null) return {}
  const after = Object.fromEntries(
    ownWords.flatMap((word) => {
      const said = change?.[word] === undefined ? before[word] : (change[word] ?? '').trim()
      return said ? [[word, said]] : []
    }),
  )
  return after
}

function faultIn(kind: LetterKind, words: OwnWords, path: string): Refusal<'INVALID_ARGUMENT'> | undefined {
  for (const word of ownWords) {
    const said = words[word]
    const fault = said === undefined ? undefined : faultOf(said, fieldsOf(kind))
    if (fault) return violation(`${path}.${word}`, fault)
    if (said !== undefined && (word === 'subject' || word === 'button') && /[\r\n]/.test(said))
      return violation(`${path}.${word}`, 'is one line')
  }
  return undefined
}

const violation = (field: string, description: string) =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule: 'VALIDATION', data: {} }] })

const showSender = ({ from: text, replyTo, help }: MailSettings): LetterSender => ({
  ...senderOf(text),
  ...(replyTo && { replyTo }),
  help: help ?? usualHelp,
})
