import type { EmailCheck } from '@vitrine/contract'
import { type EmailBranding, palettes } from './branding.ts'
import { emptyFields, type OwnWords } from './custom-texts.ts'
import type { EmailMessage } from './email.ts'
import type { EmailKind } from './email-kinds.ts'

/** Gmail cuts off the rest, and with it the footer. */
const mostBytes = 102 * 1024
/** Telephones show about so much of a subject. */
const longSubject = 60
const textContrast = 4.5

/** Emails that nobody needs to get what they paid for: who reads one of them can stop it. */
const stoppable: ReadonlySet<EmailKind> = new Set(['recovery', 'review-request', 'back-in-stock', 'price-drop'])

interface Checked {
  readonly kind: EmailKind
  readonly email: EmailMessage
  readonly shop: EmailBranding
  /** The shop's own texts that it is written with. */
  readonly own: OwnWords
  /** Where its reader stops it, if it says so. */
  readonly stopUrl: string
  readonly contrastBetween: (one: string, other: string) => number
}

/** What would make an email break, or look like spam. */
export function checksOf({ kind, email, shop, own, stopUrl, contrastBetween }: Checked): readonly EmailCheck[] {
  const links = linksIn(email.html)
  return [
    ofFields(Object.values(own), email.values),
    ofText(
      email,
      links.filter((link) => link !== shop.url),
    ),
    ofSubject(email.subject),
    ofLinks(links, shop.url),
    ...(stoppable.has(kind) ? [ofStop(links, stopUrl)] : []),
    ofPictures(email.html),
    ofSize(email.html),
    ofContrast(shop, contrastBetween),
  ]
}

function ofFields(texts: readonly string[], values: Readonly<Record<string, string>>): EmailCheck {
  const empty = [...new Set(texts.flatMap((text) => emptyFields(text, values)))]
  if (empty.length === 0) return { check: 'FIELDS', ok: true, says: 'Every field has a value here' }
  return { check: 'FIELDS', ok: false, says: `${empty.map((field) => `{{ ${field} }}`).join(', ')} is empty here, and has nothing instead` }
}

function ofText({ text }: EmailMessage, links: readonly string[]): EmailCheck {
  const ok = text.trim() !== '' && (links.length === 0 || links.some((link) => text.includes(link)))
  return { check: 'TEXT', ok, says: ok ? 'The plain text part is there, with its links' : 'The plain text part lacks the links' }
}

function ofSubject(subject: string): EmailCheck {
  const alphabetic = subject.replace(/[^\p{L}]/gu, '')
  const shouts = alphabetic.length > 5 && alphabetic === alphabetic.toLocaleUpperCase() && alphabetic !== alphabetic.toLocaleLowerCase()
  if (shouts || /!\s*!|[$€£]{2}/u.test(subject)) return { check: 'SUBJECT', ok: false, says: 'The subject shouts, as spam does' }
  const length = [...new Intl.Segmenter().segment(subject)].length
  if (length > longSubject)
    return { check: 'SUBJECT', ok: false, says: `The subject has ${length} characters; telephones show about ${longSubject}` }
  return { check: 'SUBJECT', ok: true, says: 'The subject fits on a telephone' }
}

/** Addresses that only the machine itself, or its own network, can open. */
const isPrivate = ({ hostname }: URL): boolean =>
  /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[)|\.(?:local|localhost|internal)$/.test(hostname)

function ofLinks(links: readonly string[], shopUrl: string): EmailCheck {
  const dead = links.filter((link) => !URL.canParse(link)).length
  if (dead > 0) return { check: 'LINKS', ok: false, says: `${dead === 1 ? 'One link leads' : `${dead} links lead`} nowhere` }
  const shop = new URL(shopUrl)
  if (isPrivate(shop)) return { check: 'LINKS', ok: false, says: `Links lead to ${shop.host}, which readers cannot open` }
  const hosts = new Set(links.map((link) => new URL(link)).flatMap(({ protocol, host }) => (protocol === 'mailto:' ? [] : [host])))
  hosts.delete(shop.host)
  if (shop.protocol !== 'https:') return { check: 'LINKS', ok: false, says: 'Links are not encrypted (https)' }
  return {
    check: 'LINKS',
    ok: true,
    says: hosts.size === 0 ? 'All links lead to the shop' : `Links lead to the shop and ${[...hosts].join(', ')}`,
  }
}

function ofStop(links: readonly string[], stopUrl: string): EmailCheck {
  const ok = links.includes(stopUrl)
  return { check: 'UNSUBSCRIBE', ok, says: ok ? 'Readers can unsubscribe with one click' : 'Readers cannot unsubscribe from it' }
}

function ofPictures(html: string): EmailCheck {
  const pictures = html.match(/<img\b[^>]*>/g) ?? []
  const bare = pictures.filter((picture) => !/\balt="[^"]*\S[^"]*"/.test(picture)).length
  if (bare > 0) return { check: 'IMAGES', ok: false, says: `${bare} of ${pictures.length} pictures have no alternative text` }
  return { check: 'IMAGES', ok: true, says: pictures.length === 0 ? 'No pictures' : 'Every picture has an alternative text' }
}

function ofSize(html: string): EmailCheck {
  const bytes = Buffer.byteLength(html)
  const size = `${Math.ceil(bytes / 1024)} kB`
  const ok = bytes < mostBytes
  return { check: 'SIZE', ok, says: ok ? `${size}; Gmail cuts off above 102 kB` : `${size}: Gmail cuts off what is above 102 kB` }
}

function ofContrast({ theme }: EmailBranding, contrastBetween: Checked['contrastBetween']): EmailCheck {
  const weak = Object.entries(palettes(theme)).filter(([, { ink, soft, paper, sunk, onInk }]) => {
    const pairs: readonly (readonly [string, string])[] = [
      [ink, paper],
      [ink, sunk],
      [soft, paper],
      [onInk, ink],
    ]
    return pairs.some(([one, other]) => contrastBetween(one, other) < textContrast)
  })
  if (weak.length > 0)
    return { check: 'CONTRAST', ok: false, says: `Text is hard to read in the ${weak.map(([name]) => name).join(' and the ')} theme` }
  return { check: 'CONTRAST', ok: true, says: 'Text is readable, light and dark' }
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&#39;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>' }

/** What links lead to, as the addresses that they are. */
const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href]) => href!.replace(/&(?:amp|#39|quot|lt|gt);/g, (sign) => entities[sign]!))
