import { type EmailBranding, faces, type Palette, palettes } from './branding.ts'
import { filled, type OwnWords, paragraphsOf } from './custom-texts.ts'
import type { EmailKind, FieldOf } from './email-kinds.ts'
import { broken, html, Markup, safeUrl } from './markup.ts'
import { aligned, oneLine, rule, wrapped } from './plain.ts'

/** A finished email. */
export interface EmailMessage {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Its words, as plain text. */
  readonly words: Required<Omit<OwnWords, 'button'>> & Pick<OwnWords, 'button'>
  /** What its words may name, and what that is here. */
  readonly values: Readonly<Record<string, string>>
  /** The shop sends none of its kind. */
  readonly off: boolean
}

/** A part of an email, said twice: for programmes that show HTML and for those that do not. */
export interface Block {
  readonly html: Markup
  readonly text: readonly string[]
}

/** A run of words; `strong` ones are set in ink, those with an address are links. */
export type Words = readonly (string | { readonly strong: string } | { readonly link: string; readonly url: string })[]

export interface Draft<K extends EmailKind = EmailKind> extends Page {
  readonly kind: K
  /** What the shop's own words may name. */
  readonly values: { readonly [Field in FieldOf<K>]: string }
}

/** What an email says, from top to bottom. */
interface Page {
  readonly subject: string
  /** What lists of emails show behind the subject. */
  readonly preheader: string
  /** One entry a line. */
  readonly headline: readonly string[]
  readonly lead?: Words
  /** In the place of the lead: the shop's own words. */
  readonly paragraphs?: readonly string[]
  readonly action?: { readonly label: string; readonly url: string; readonly under?: Words }
  readonly showsPicture?: boolean
  /** In the place of the shop's: 600 wide. */
  readonly picture?: { readonly url: string; readonly alt: string; readonly height: number }
  readonly blocks: readonly Block[]
  /** A button under all of it. */
  readonly last?: Page['action']
  /** Why the reader gets this email. */
  readonly why: string
}

/** The admin emails are written at: one shop's look, the frame and every block. */
export interface EmailLayout {
  frame<K extends EmailKind>(draft: Draft<K>): EmailMessage
  lines(title: string, lines: readonly ShownLine[]): Block
  sums(rows: readonly SumRow[], total: SumRow, after: readonly SumRow[]): Block
  cells(cells: readonly Cell[]): Block
  note(words: Words): Block
  /** Somebody's own words. */
  quotation(paragraphs: readonly string[]): Block
  /** What something is worth, and the code for it. */
  voucher(worth: string, code: string): Block
  /** A few figures to type in somewhere. */
  figures(code: string): Block
  /** One link for each of so many stars. A plain text has the button above them alone. */
  stars(title: string, urls: readonly string[]): Block
  /** The way of a parcel; the last that is done is where it is. */
  stops(stops: readonly Stop[]): Block
}

export interface Stop {
  readonly name: string
  readonly when: string
  readonly done: boolean
}

export interface ShownLine {
  readonly name: string
  readonly details: readonly string[]
  readonly amount: string
  /** 144 × 180, shown at half. */
  readonly picture?: { readonly url: string; readonly alt: string }
}

export interface SumRow {
  readonly label: string
  readonly amount: string
}

export interface Cell {
  readonly title: string
  readonly lines: readonly (string | Words)[]
}

/** Tables and inline styles for Outlook and Gmail; the style sheet adds phones and the dark theme where it is understood. */
export function emailLayout(shop: EmailBranding): EmailLayout {
  const { light, dark } = palettes(shop.theme)
  const { display, text } = faces(shop.theme)
  const serif = `font-family:${display}`
  const table = (attributes: string, rows: Markup) =>
    html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${new Markup(attributes)}>${rows}</table>`

  const run = (words: Words): Markup[] =>
    words.map((word) => {
      if (typeof word === 'string') return html`${word}`
      if ('strong' in word) return html`<strong class="ink" style="color:${light.ink};font-weight:600">${word.strong}</strong>`
      return html`<a href="${safeUrl(word.url)}" class="ink" style="color:${light.ink};text-decoration:underline">${word.link}</a>`
    })

  const section = (inner: Markup) => html`<tr><td class="pad" style="padding:32px 48px 4px">${inner}</td></tr>\n`

  return {
    frame(given) {
      const draft = inOwnWords(shop, given)
      const { subject, headline, lead = [], paragraphs, action } = draft
      return {
        subject: oneLine(subject),
        html: String(page(draft)),
        text: plainText(shop, draft),
        words: {
          subject: oneLine(subject),
          headline: headline.join('\n'),
          lead: paragraphs?.join('\n\n') ?? bare(lead),
          ...(action && { button: action.label }),
        },
        values: valuesOf(shop, given),
        off: shop.emails?.[given.kind]?.off ?? false,
      }
    },

    lines: (title, lines) => ({
      html: html`<p class="soft" style="margin:0 0 14px;font-size:14px;line-height:21px;color:${light.soft}">${title}</p>${table('width="100%"', html`${lines.map(lineRow)}`)}`,
      text: [...wrapped(title), rule, ...lines.flatMap(plainLine)],
    }),

    sums: (rows, total, after) => ({
      html: table(
        `width="100%" style="border-top:1px solid ${light.ink}" class="ln"`,
        html`<tr><td colspan="2" style="height:11px;line-height:11px;font-size:0">&nbsp;</td></tr>${rows.map(sumRow)}<tr><td class="ink nm" style="padding:14px 12px 0 0;font-size:17px;line-height:23px;font-weight:600;color:${light.ink}">${total.label}</td><td align="right" class="ink serif" style="padding:14px 0 0;${serif};font-size:26px;line-height:31px;white-space:nowrap;vertical-align:top;color:${light.ink}">${total.amount}</td></tr>${after.map(sumRow)}`,
      ),
      text: [
        rule,
        ...rows.flatMap(({ label, amount }) => aligned(label, amount)),
        '',
        ...aligned(total.label, total.amount),
        ...after.flatMap(({ label, amount }) => aligned(label, amount)),
      ],
    }),

    cells: (cells) => ({
      html: table('width="100%"', html`${pairs(cells).map((pair) => html`<tr>${pair.map(cellColumn)}</tr>`)}`),
      text: cells.flatMap(({ title, lines }, i) => [
        ...(i > 0 ? [''] : []),
        oneLine(title),
        ...lines.flatMap((line) => (typeof line === 'string' ? wrapped(line) : wrapped(plainRun(line)))),
      ]),
    }),

    note: (words) => ({
      html: table(
        'width="100%"',
        html`<tr><td class="well ink nm" style="background:${light.sunk};padding:22px 24px;font-size:15px;line-height:23px;color:${light.ink}">${run(words)}</td></tr>`,
      ),
      text: wrapped(plainRun(words)),
    }),

    quotation: (paragraphs) => ({
      html: html`${paragraphs.map(
        (paragraph, i) =>
          html`<p class="ink nm serif" style="margin:${i > 0 ? 16 : 0}px 0 0;${serif};font-style:italic;font-size:25px;line-height:33px;letter-spacing:-.2px;color:${light.ink}">${i === 0 ? '“' : ''}${paragraph}${i === paragraphs.length - 1 ? '”' : ''}</p>`,
      )}`,
      text: paragraphs.flatMap((paragraph, i) => [
        ...(i > 0 ? [''] : []),
        ...wrapped(`${i === 0 ? '“' : ''}${paragraph}${i === paragraphs.length - 1 ? '”' : ''}`),
      ]),
    }),

    figures: (code) => ({
      html: table(
        'width="100%"',
        html`<tr><td class="well ink serif" style="background:${light.sunk};padding:22px 24px;${serif};font-size:34px;line-height:40px;letter-spacing:8px;color:${light.ink}">${code}</td></tr>`,
      ),
      text: [code],
    }),

    stars: (title, urls) => ({
      html: html`<p class="ink serif" style="margin:0 0 14px;${serif};font-size:26px;line-height:31px;letter-spacing:-.5px;color:${light.ink}">${title}</p>${table(
        'width="100%"',
        html`<tr>${urls.map(
          (url, i) =>
            html`<td align="center" width="${Math.floor(100 / urls.length)}%" style="padding:0 3px"><a href="${safeUrl(url)}" class="star ink" aria-label="${i + 1} of ${urls.length} stars" style="display:block;padding:13px 0;border:1px solid ${light.strongLine};border-radius:2px;text-decoration:none;font-size:20px;line-height:22px;color:${light.ink}">${i + 1}\u2009\u2605</a></td>`,
        )}</tr>`,
      )}`,
      text: [],
    }),

    stops: (stops) => ({
      html: table('width="100%"', html`${stops.map((stop, i) => stopRow(stop, stop.done && !stops[i + 1]?.done))}`),
      text: stops.flatMap(({ name, when }) => aligned(name, when)),
    }),

    voucher: (worth, code) => ({
      html: table(
        'width="100%"',
        html`<tr><td class="well ink col serif" style="background:${light.sunk};padding:22px 24px;${serif};font-size:40px;line-height:44px;color:${light.ink}">${worth}</td><td align="right" class="well ink col" style="background:${light.sunk};padding:22px 24px;font-family:Menlo,Consolas,monospace;font-size:18px;line-height:24px;letter-spacing:1px;white-space:nowrap;color:${light.ink}">${code}</td></tr>`,
      ),
      text: [rule, ...aligned('Gift card', worth), ...aligned('Code', code), rule],
    }),
  }

  function lineRow({ name, details, amount, picture }: ShownLine): Markup {
    const edge = `border-top:1px solid ${light.line}`
    return html`<tr><td width="72" class="ln" style="width:72px;padding:16px 0;${edge};vertical-align:top">${
      picture
        ? html`<img src="${safeUrl(picture.url)}" width="72" height="90" alt="${picture.alt}" class="well soft" style="display:block;width:72px;height:90px;border:0;background:${light.sunk};font-size:12px;line-height:15px;color:${light.soft}">`
        : html`<div class="well" style="width:72px;height:90px;background:${light.sunk};font-size:0;line-height:0">&nbsp;</div>`
    }</td><td class="ln" style="padding:16px;${edge};vertical-align:top"><div class="ink nm serif" style="${serif};font-style:italic;font-size:19px;line-height:24px;color:${light.ink}">${name}</div>${details.map(
      (detail) => html`<div class="soft nm" style="font-size:14px;line-height:21px;color:${light.soft}">${detail}</div>`,
    )}</td><td align="right" class="ln ink" style="padding:18px 0;${edge};vertical-align:top;font-size:16px;line-height:20px;white-space:nowrap;color:${light.ink}">${amount}</td></tr>`
  }

  function stopRow({ name, when, done }: Stop, present: boolean): Markup {
    const dot = done ? `width:11px;height:11px;background:${light.accent}` : `width:9px;height:9px;border:1px solid ${light.strongLine}`
    return html`<tr><td width="28" style="width:28px;padding:9px 0;vertical-align:top"><div class="${done ? 'dot' : 'ring'}" style="${dot};border-radius:11px;margin-top:5px;font-size:0;line-height:0">&nbsp;</div></td><td class="${done ? 'ink' : 'soft'} nm" style="padding:9px 12px 9px 0;vertical-align:top;font-size:16px;line-height:22px;color:${done ? light.ink : light.soft}">${
      present ? html`<strong style="font-weight:600">${name}</strong>` : name
    }</td><td align="right" width="45%" class="soft" style="padding:9px 0;font-size:14px;line-height:22px;vertical-align:top;color:${light.soft}">${when}</td></tr>`
  }

  function sumRow({ label, amount }: SumRow): Markup {
    return html`<tr><td class="soft nm" style="padding:5px 12px 5px 0;font-size:15px;line-height:21px;color:${light.soft}">${label}</td><td align="right" class="ink" style="padding:5px 0;font-size:15px;line-height:21px;white-space:nowrap;vertical-align:top;color:${light.ink}">${amount}</td></tr>`
  }

  function cellColumn({ title, lines }: Cell, i: number): Markup {
    const shown = lines.map((line) => (typeof line === 'string' ? line : html`${run(line)}`))
    return html`<td class="col soft nm" width="50%" style="vertical-align:top;font-size:15px;line-height:23px;color:${light.soft};padding:0 ${i === 0 ? 20 : 0}px 20px 0"><strong class="ink" style="color:${light.ink};font-weight:600">${title}</strong><br>${broken(shown)}</td>`
  }

  function wordmark(): Markup {
    const { logo } = shop
    const mark = logo
      ? html`<img src="${safeUrl(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${shop.name}" style="display:block;border:0">`
      : html`${shop.wordmark ?? shop.name}`
    return html`<a href="${safeUrl(shop.url)}" class="ink serif" style="${serif};font-size:28px;line-height:32px;letter-spacing:-1px;text-decoration:none;color:${light.ink}">${mark}</a>`
  }

  function button({ label, url, under }: NonNullable<Page['action']>): Markup {
    // Outlook ignores the link's padding and takes the cell's; all others the other way round.
    const cell = html`<tr><td class="btn" align="center" bgcolor="${light.ink}" style="background:${light.ink};border-radius:2px;mso-padding-alt:16px 28px"><a href="${safeUrl(url)}" style="display:inline-block;padding:16px 28px;font-size:16px;line-height:20px;font-weight:600;color:${light.onInk};text-decoration:none">${label}</a></td></tr>`
    const small =
      under && html`<p class="soft" style="margin:16px 0 0;font-size:14px;line-height:21px;color:${light.soft}">${run(under)}</p>`
    return html`<tr><td class="pad" style="padding:28px 48px 36px">${table('class="tbtn"', cell)}${small}</td></tr>\n`
  }

  function page({ subject, preheader, headline, lead, paragraphs, action, showsPicture, picture: own, blocks, last, why }: Page): Markup {
    const picture = own ?? (shop.picture && { ...shop.picture, height: 300 })
    const foot = [shop.help ?? 'Questions? Answer this email, we read it.', why, [shop.name, ...shop.address].join(', ').concat('.')].join(
      ' ',
    )
    return html`<!doctype html>
<html lang="en" dir="ltr" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${oneLine(subject)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>.box,.box td,.box p,.box div,.box a{font-family:Arial,sans-serif!important}.box .serif,.box .serif a{font-family:Georgia,serif!important}</style><![endif]-->
<style>${new Markup(styleSheet(light, dark))}</style></head>
<body class="bg" style="margin:0;padding:0;background:${light.sunk}"><div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${preheader}${new Markup('&#847;&zwnj;&nbsp;'.repeat(60))}</div>
<div role="main"><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" class="bg" bgcolor="${light.sunk}" style="background:${light.sunk}"><tr><td align="center" style="padding:32px 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600" class="box" bgcolor="${light.paper}" style="width:600px;background:${light.paper};font-family:${text};color:${light.ink};text-align:left">
<tr><td class="pad" style="padding:36px 48px 8px">${wordmark()}</td></tr>
<tr><td class="pad" style="padding:28px 48px 0"><h1 class="h1 ink serif" style="margin:0;${serif};font-weight:400;font-size:44px;line-height:47px;letter-spacing:-1.2px;color:${light.ink}">${broken(headline)}</h1>${(
      paragraphs?.map((text): Words => [text]) ?? (lead ? [lead] : [])
    ).map(
      (words) => html`<p class="soft" style="margin:20px 0 0;font-size:17px;line-height:26px;color:${light.soft}">${run(words)}</p>`,
    )}</td></tr>
${action ? button(action) : html`<tr><td style="height:28px;line-height:28px;font-size:0">&nbsp;</td></tr>\n`}${
  showsPicture &&
  picture &&
  html`<tr><td style="padding:0"><img src="${safeUrl(picture.url)}" width="600" height="${picture.height}" alt="${picture.alt}" class="soft" style="display:block;width:100%;height:auto;border:0"></td></tr>\n`
}${blocks.map((block) => section(block.html))}${last && button(last)}<tr><td class="pad soft" style="padding:32px 48px 40px;font-size:13px;line-height:20px;color:${light.soft}"><div class="ln nm" style="border-top:1px solid ${light.line};padding-top:24px">${foot}</div></td></tr>
</table></td></tr></table></div></body></html>
`
  }
}

function plainText(shop: EmailBranding, { headline, lead, paragraphs, action, blocks, last, why }: Page): string {
  const pressed = ({ label, url, under }: NonNullable<Page['action']>) => [
    `${oneLine(label)}:`,
    safeUrl(url),
    ...(under ? wrapped(plainRun(under)) : []),
  ]
  const parts: string[][] = [
    [oneLine(shop.wordmark ?? shop.name)],
    wrapped(headline.join(' ')),
    ...(paragraphs?.map((text) => wrapped(text)) ?? (lead ? [wrapped(plainRun(lead))] : [])),
    ...(action ? [pressed(action)] : []),
    ...blocks.flatMap(({ text }) => (text.length > 0 ? [[...text]] : [])),
    ...(last ? [pressed(last)] : []),
    [
      rule,
      ...wrapped(`${shop.help ?? 'Questions? Answer this email, we read it.'} ${why}`),
      ...wrapped([shop.name, ...shop.address].join(', ')),
    ],
  ]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** An email with what the shop says in the place of the default text. */
function inOwnWords<K extends EmailKind>(shop: EmailBranding, draft: Draft<K>): Page {
  const own = shop.emails?.[draft.kind]?.words
  const values = valuesOf(shop, draft)
  const [subject, headline, lead, button] = [own?.subject, own?.headline, own?.lead, own?.button].map((words) => filled(words, values))
  return {
    ...draft,
    ...(subject && { subject }),
    ...(headline && { headline: headline.split('\n').filter(Boolean) }),
    ...(lead && { paragraphs: paragraphsOf(lead) }),
    ...(button && draft.action && { action: { ...draft.action, label: oneLine(button) } }),
  }
}

const valuesOf = (
  shop: EmailBranding,
  { values }: { readonly values: Readonly<Record<string, string>> },
): Readonly<Record<string, string>> => ({ ...values, 'shop.name': shop.name })

/** Words without what they link to. */
const bare = (words: Words): string =>
  words.map((word) => (typeof word === 'string' ? word : 'strong' in word ? word.strong : word.link)).join('')

const plainLine = ({ name, details, amount }: ShownLine): string[] => [
  ...aligned(name, amount),
  ...details.flatMap((detail) => wrapped(detail, 56).map((line) => `  ${line}`)),
]

const plainRun = (words: Words): string =>
  words.map((word) => (typeof word === 'string' ? word : 'strong' in word ? word.strong : `${word.link} (${safeUrl(word.url)})`)).join('')

function pairs<T>(items: readonly T[]): T[][] {
  const found: T[][] = []
  for (let i = 0; i < items.length; i += 2) found.push(items.slice(i, i + 2))
  return found
}

const styleSheet = (light: Palette, dark: Palette): string =>
  `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:${light.sunk};-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}
table{border-collapse:collapse;mso-table-lspace:0;mso-table-rspace:0}img{-ms-interpolation-mode:bicubic}
.h1,.nm{overflow-wrap:break-word;word-break:break-word;-webkit-hyphens:manual;hyphens:manual}
@media (max-width:620px){.box{width:100%!important}.pad{padding-left:24px!important;padding-right:24px!important}.h1{font-size:34px!important;line-height:38px!important}.col{display:block!important;width:100%!important;padding:0 0 20px!important;box-sizing:border-box}.well.col{padding:22px 24px 4px!important}.well.col+.well.col{padding:0 24px 22px!important;text-align:left!important}.tbtn,.btn{width:100%!important}.btn a{display:block!important;text-align:center}}
@media (prefers-color-scheme:dark){body,.bg{background:${dark.sunk}!important}.box{background:${dark.paper}!important}.ink,.ink a{color:${dark.ink}!important}.soft{color:${dark.soft}!important}.ln{border-color:${dark.line}!important}.well{background:${dark.sunk}!important}.btn{background:${dark.ink}!important}.btn a{color:${dark.onInk}!important}.dot{background:${dark.accent}!important}.ring,.star{border-color:${dark.strongLine}!important}}
[data-ogsc] .ink{color:${dark.ink}!important}[data-ogsc] .soft{color:${dark.soft}!important}[data-ogsb] .box{background:${dark.paper}!important}[data-ogsb] .btn{background:${dark.ink}!important}[data-ogsc] .btn a{color:${dark.onInk}!important}`
