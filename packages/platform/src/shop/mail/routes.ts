import { isId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { faceOf, faces } from './inbox-faces.ts'
import { html, type Markup, Markup as Written } from './markup.ts'
import { previewOf } from './operations.ts'
import { countInbox, findInboxMail, type InboxEntry, type InboxMail, listInbox } from './store.ts'

export interface InboxPagesDeps {
  readonly db: Db
  /** Where the shop's pictures come from: the one origin an email may load from. */
  readonly origin: string
  /** How times are written: the shop's own zone. */
  readonly timeZone: (site: string) => Promise<string>
  readonly now: () => Date
}

export interface PageRequest {
  readonly site: string
  readonly method: string
  readonly path: string
}

export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

type View = 'email' | 'phone' | 'text'

const perPage = 50

/**
 * The built-in inbox: `/inbox`, `/inbox/<id>` and, for its frame, `/inbox/<id>/email`; its fonts are below `/inbox/faces`. For demonstrations only: everybody reads it.
 */
export function inboxPages({ db, origin, timeZone, now }: InboxPagesDeps): (request: PageRequest) => Promise<PageAnswer> {
  return async ({ site, method, path }) => {
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' }
    const url = new URL(path, 'http://inbox.invalid')
    const [, room, id, part, ...more] = url.pathname.split('/')
    if (room === 'inbox' && id === 'faces' && part !== undefined && more.length === 0) return face(part)
    if (room !== 'inbox' || more.length > 0 || (part !== undefined && part !== 'email')) return missing()
    const when = { timeZone: await timeZone(site), now: now() }
    if (id === undefined || id === '') {
      const page = Math.min(1000, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1))
      const [entries, total] = await Promise.all([
        listInbox(db, site, { limit: perPage, offset: (page - 1) * perPage }),
        countInbox(db, site),
      ])
      return shown(200, 'Inbox', listPage(entries, total, page, when))
    }
    const mail = isId(id) ? await findInboxMail(db, site, id) : undefined
    if (!mail) return missing()
    if (part === 'email') return email(mail, origin)
    const asked = url.searchParams.get('view')
    const view: View = asked === 'phone' || asked === 'text' ? asked : 'email'
    return shown(200, mail.subject, mailPage(mail, view, when))
  }
}

interface When {
  readonly timeZone: string
  readonly now: Date
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const common = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

async function face(name: string): Promise<PageAnswer> {
  const body = await faceOf(name)
  if (!body) return missing()
  return {
    status: 200,
    headers: { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' },
    body,
  }
}

/** The email by itself, without scripts, forms or an origin, framed or not; its links open elsewhere. */
function email(mail: InboxMail, origin: string): PageAnswer {
  const policy = `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${origin} data:; frame-ancestors 'self'`
  const body = mail.html.replace(/<head>/i, '<head><base target="_blank">')
  return { status: 200, headers: { ...common, 'content-security-policy': policy }, body }
}

const shown = (status: number, title: string, main: Markup): PageAnswer => ({
  status,
  headers: { ...common, 'content-security-policy': pagePolicy },
  body: String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><style>${new Written(faces + style)}</style></head>
<body>${main}</body></html>
`),
})

const missing = (): PageAnswer =>
  shown(
    404,
    'No such email',
    html`<main class="list"><h1>No such email</h1><p class="soft">It may have made room for newer ones. <a href="/inbox">Back to the inbox</a></p></main>`,
  )

function listPage(entries: readonly InboxEntry[], total: number, page: number, when: When): Markup {
  const pages = Math.max(1, Math.ceil(total / perPage))
  return html`<main class="list"><header><a class="shop" href="/">To the shop</a><h1>Inbox</h1><p class="soft">${
    total === 0
      ? 'Nothing yet. Place an order, and its email is here a moment later.'
      : `${total === 1 ? 'One email' : `${total} emails`} that the shop would have sent, for everybody to read. With SMTP_URL set they go out, and this page is gone.`
  }</p></header>${
    entries.length > 0 &&
    html`<ol>${entries.map(
      (entry) =>
        html`<li><a href="/inbox/${entry.id}"><span class="who">${entry.recipient}</span><time class="soft" datetime="${entry.createdAt.toISOString()}">${context(entry.createdAt, when)}</time><span class="subject">${entry.subject}</span><span class="soft preview">${previewOf(entry.preview)}</span></a></li>`,
    )}</ol>`
  }${
    pages > 1 &&
    html`<nav aria-label="Pages">${page > 1 && html`<a href="/inbox?page=${page - 1}" rel="prev">Newer</a>`}<span class="soft">Page ${page} of ${pages}</span>${page < pages && html`<a href="/inbox?page=${page + 1}" rel="next">Older</a>`}</nav>`
  }</main>`
}

const views: readonly (readonly [view: View, label: string])[] = [
  ['email', 'Email'],
  ['phone', 'On a phone'],
  ['text', 'Plain text'],
]

function mailPage(mail: InboxMail, view: View, when: When): Markup {
  const { id, subject, sender, recipient, replyTo, createdAt } = mail
  return html`<div class="mail"><header><a class="shop" href="/inbox">Inbox</a><h1>${subject}</h1><dl><div><dt>From</dt><dd>${sender}</dd></div><div><dt>To</dt><dd>${recipient}</dd></div>${
    replyTo !== null && html`<div><dt>Answers</dt><dd>${replyTo}</dd></div>`
  }<div><dt>Sent</dt><dd><time datetime="${createdAt.toISOString()}">${context(createdAt, when)}</time></dd></div></dl><nav aria-label="Ways to look at it">${views.map(
    ([name, label]) =>
      html`<a href="/inbox/${id}${name === 'email' ? '' : `?view=${name}`}"${name === view && new Written(' aria-current="page"')}>${label}</a>`,
  )}</nav></header><main class="${view}">${
    view === 'text'
      ? html`<pre tabindex="0">${mail.body}</pre>`
      : html`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" src="/inbox/${id}/email" title="The email"></iframe>`
  }</main></div>`
}

/** Today by the clock, before that by the day. */
function context(at: Date, { timeZone, now }: When): string {
  const day = (date: Date) => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(date)
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at)
  return day(at) === day(now) ? `Today, ${time}` : `${day(at)}, ${time}`
}

/** The storefront's language in one sheet: paper, ink, hairlines, the display face of whoever reads. */
const style = `
:root{color-scheme:light dark;--paper:light-dark(#faf7f2,#161310);--sunk:light-dark(#f2ece2,#100e0b);--ink:light-dark(#1c1a17,#f3ede3);--soft:light-dark(#57514a,#bdb3a4);--line:light-dark(#e2d9cb,#38312a);--accent:light-dark(#b4512d,#e58c66);--display:'Fraunces Variable',Fraunces,'Noto Serif',Georgia,serif}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 'Instrument Sans Variable','Instrument Sans','Noto Sans',system-ui,sans-serif;-webkit-text-size-adjust:100%}
a{color:inherit;text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{color:var(--accent)}
:focus-visible{outline:2px solid var(--ink);outline-offset:3px}
h1{margin:0;font-family:var(--display);font-weight:340;font-size:clamp(2.4rem,1.7rem + 3vw,4rem);line-height:1.02;letter-spacing:-.025em;text-wrap:balance}
.soft{color:var(--soft)}
.shop{display:inline-flex;align-items:center;min-height:44px;font-size:14px;color:var(--soft)}
.list{max-width:56rem;margin:0 auto;padding:clamp(20px,5vw,56px) clamp(20px,4vw,56px) 96px}
.list header p{max-width:60ch;margin:16px 0 0;text-wrap:pretty}
ol{list-style:none;margin:clamp(32px,6vw,64px) 0 0;padding:0;border-bottom:1px solid var(--line)}
li a{display:grid;grid-template-columns:1fr auto;gap:2px 24px;padding:20px 0;border-top:1px solid var(--line);text-decoration:none}
.who,time{font-size:14px}
.who{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
time{font-variant-numeric:tabular-nums}
.subject{grid-column:1/-1;font-family:var(--display);font-size:clamp(1.3rem,1.2rem + .5vw,1.6rem);font-weight:380;line-height:1.25;letter-spacing:-.012em;overflow-wrap:anywhere}
.preview{grid-column:1/-1;font-size:15px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.list nav{display:flex;gap:24px;align-items:center;padding:20px 0}
nav a{display:inline-flex;align-items:center;min-height:44px}
.mail{display:flex;flex-direction:column;min-height:100vh;min-height:100dvh}
.mail header{padding:clamp(12px,2vw,24px) clamp(20px,4vw,56px) 0}
.mail h1{font-size:clamp(1.7rem,1.3rem + 1.6vw,2.6rem);line-height:1.1;max-width:26ch;overflow-wrap:anywhere}
dl{display:flex;flex-wrap:wrap;gap:4px 32px;margin:16px 0 8px;font-size:14px}
dl div{display:flex;gap:8px}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
.mail nav{display:flex;gap:24px;font-size:15px}
.mail nav a{text-decoration:none;color:var(--soft);border-bottom:2px solid transparent;white-space:nowrap}
.mail nav a[aria-current]{color:var(--ink);border-color:var(--ink)}
.mail main{flex:1;display:flex;justify-content:center;background:var(--sunk);border-top:1px solid var(--line)}
iframe{border:0;width:100%;min-height:70vh;color-scheme:light dark}
.phone{padding:32px 0}
.phone iframe{width:390px;max-width:100%;height:844px;min-height:0;border:1px solid var(--line)}
pre{margin:0;width:100%;padding:clamp(20px,4vw,48px) clamp(20px,4vw,56px) 96px;overflow-x:auto;font:clamp(9.6px,2.5vw,14px)/1.6 'JetBrains Mono',ui-monospace,Menlo,Consolas,monospace;tab-size:4}
@media (max-width:620px){.mail nav [href$='view=phone']:not([aria-current]){display:none}}
`
