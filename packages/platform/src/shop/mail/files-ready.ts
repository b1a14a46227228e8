import { type EmailMessage, emailLayout, type Words } from './email.ts'
import { inWords, namesOf, type OrderFacts } from './order-confirmation.ts'
import { oneLine } from './plain.ts'

export interface ReadyFile {
  readonly name: string
  readonly bytes: number
  readonly link: string
  readonly until: Date
  readonly times: number
}

/** The email with the links to what was bought. */
export function filesReady(facts: OrderFacts, files: readonly [ReadyFile, ...ReadyFile[]]): EmailMessage {
  const { shop, number, statusUrl, firstName } = facts
  const { frame, cells } = emailLayout(shop)
  const [first] = files
  const one = files.length === 1
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: shop.timeZone }).format(
    first.until,
  )
  const until = day.replace(',', '')
  const lead: Words = [
    `${one ? 'The link works' : 'The links work'} until `,
    { strong: until },
    `, ${first.times === 1 ? 'once' : `${inWords(first.times).toLowerCase()} times`}${one ? '' : ' each'}. After that the page of your order has ${one ? 'a new one' : 'new ones'}.`,
  ]
  const named = one ? 'your file' : `your ${inWords(files.length).toLowerCase()} files`
  const start = firstName ? `${oneLine(firstName)}, ${named}` : named
  return frame({
    kind: 'files-ready',
    values: { ...namesOf(facts), 'files.until': until },
    subject: `${one ? oneLine(first.name) : 'Your files'} of order ${number}`,
    preheader: `To be fetched until ${until}.`,
    headline: [start.slice(0, 1).toUpperCase() + start.slice(1), one ? 'is ready.' : 'are ready.'],
    lead,
    action: one
      ? {
          label: 'Fetch the file',
          url: first.link,
          under: [`${oneLine(first.name)}, ${size(first.bytes)}. `, { link: 'See the order', url: statusUrl }],
        }
      : { label: 'See the order', url: statusUrl },
    blocks: one
      ? []
      : [cells(files.map(({ name, bytes, link }) => ({ title: name, lines: [[`${size(bytes)}. `, { link: 'Fetch it', url: link }]] })))],
    why: 'You get this email because you ordered; whoever has it can fetch what you bought.',
  })
}

/** `48 MB`, `0.3 MB`, `12 kB`. */
function size(bytes: number): string {
  if (bytes < 100_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
