import { Refused } from '@vitrine/client'
import type { EmailCheck, EmailSender, EmailTemplate, Order } from '@vitrine/contract'
import { CircleCheck, Inbox, PenLine, RotateCcw, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, NavLink, redirect, useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { Button } from '../parts/button.tsx'
import { useDraft } from '../parts/draft.ts'
import { TextArea, TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { useSay } from '../parts/toasts.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { faultOf } from './fault.ts'
import { Preview } from './preview.tsx'
import { Sender } from './sender.tsx'

interface Loaded {
  readonly emails: readonly EmailTemplate[]
  readonly email: EmailTemplate
  readonly sender: EmailSender
  /** The newest, to look at emails with. */
  readonly orders: readonly Order[]
  /** Whether emails stay here, to be looked at, instead of going out. */
  readonly stays: boolean
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded | Response> {
  const [{ emails, sender }, { orders }, stays] = await Promise.all([
    client.emails.listEmails({}, { signal }),
    client.orders.searchOrders({ search: { cursorPaging: { limit: 8 } } }, { signal }),
    client.inbox.listMessages({ limit: 1 }, { signal }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused && error.code === 'INBOX_OFF') return false
        throw error
      },
    ),
  ])
  const email = emails.find(({ id }) => id === (params['template'] ?? emails[0]?.id))
  return email ? { emails, email, sender, orders, stays } : redirect('/mail')
}

/** Every email that the shop writes, its words, and what it looks like with them. */
export function Mail() {
  usePlace([{ name: 'Email notifications' }])
  const { emails, email, sender, orders, stays } = useLoaderData<Loaded>()
  const [changing, setChanging] = useState(false)
  const may = useMay()
  const list = useRef<HTMLUListElement>(null)
  // There are more emails than fit: the one that is open is seen.
  useEffect(() => {
    list.current?.querySelector('[data-on]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [email.id])
  const changed = emails.filter(({ words }) => Object.keys(words).length > 0).length
  return (
    <>
      <PageHead
        title="Email notifications"
        facts={
          <span>
            {many(emails.length, 'email')}, {changed === 0 ? 'all using default text' : `${changed} with your own text`}
          </span>
        }
      >
        {stays && (
          <a className="btn" href="/inbox" target="_blank" rel="noreferrer">
            <Icon of={Inbox} />
            <span>Inbox of sent mail</span>
          </a>
        )}
        {may('settings.write') && (
          <Button icon={PenLine} onClick={() => setChanging(true)}>
            Sender and footer
          </Button>
        )}
      </PageHead>
      <div className="cols mailed">
        <nav className="picklist" aria-label="Emails">
          <ul ref={list}>
            {emails.map(({ id, name, on, words, to }) => (
              <li key={id} {...(id === email.id && { 'data-on': '' })}>
                <NavLink to={`/mail/${id}`}>
                  <span className="two grow">
                    <b className="ell">{name}</b>
                    <span className="faint small">
                      {[to === 'SHOP' && 'to you', on ? '' : 'off', Object.keys(words).length > 0 && 'own text']
                        .filter(Boolean)
                        .join(', ') || 'default text'}
                    </span>
                  </span>
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Words key={email.id} email={email} orders={orders} />
      </div>
      {changing && <Sender sender={sender} onClose={() => setChanging(false)} />}
    </>
  )
}

const parts = { subject: 'Subject', headline: 'Headline', lead: 'Text', button: 'Button' } as const
type Part = keyof typeof parts
export type Said = Readonly<Record<Part, string>>

const names = { ...parts, on: 'Goes out' } as const
type Field = keyof typeof names

/** The words in use: the shop's own, or the default ones. */
const saidOf = ({ words, original }: EmailTemplate): Said => ({
  subject: words.subject ?? original.subject ?? '',
  headline: words.headline ?? original.headline ?? '',
  lead: words.lead ?? original.lead ?? '',
  button: words.button ?? original.button ?? '',
})

const valuesOf = (email: EmailTemplate): Readonly<Record<Field, string>> => ({ ...saidOf(email), on: email.on ? 'yes' : 'no' })

/** What is not as by default. */
export const ownOf = (said: Said, { original }: EmailTemplate) => ({
  subject: said.subject === original.subject ? null : said.subject,
  headline: said.headline === original.headline ? null : said.headline,
  lead: said.lead === original.lead ? null : said.lead,
  button: said.button === (original.button ?? '') ? null : said.button,
})

function Words({ email, orders }: { email: EmailTemplate; orders: readonly Order[] }) {
  const draft = useDraft<Field>({
    saved: valuesOf(email),
    names,
    what: `“${email.name}”`,
    read: async () => {
      const { emails } = await client.emails.listEmails({})
      const now = emails.find(({ id }) => id === email.id)!
      return { values: valuesOf(now), revision: now.revision }
    },
    write: ({ on, ...said }, revision) =>
      client.emails.updateEmail({
        email: { id: email.id, revision, words: ownOf(said, email), ...(email.mayBeOff && { on: on === 'yes' }) },
      }),
  })
  const { values: now } = draft
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ readonly part: string; readonly says: string }>()
  const [checks, setChecks] = useState<readonly EmailCheck[]>([])
  const at = useRef<Part>('lead')
  const fields = useRef<Partial<Record<Part, HTMLInputElement | HTMLTextAreaElement>>>({})
  const say = useSay()
  const { revalidate } = useRevalidator()
  const mayWrite = useMay()('settings.write')
  const set = (part: Part) => (event: { target: { value: string } }) => {
    setWrong(undefined)
    draft.set({ [part]: event.target.value })
  }
  const bind = (part: Part) => ({
    label: parts[part],
    value: now[part],
    readOnly: !mayWrite,
    error: wrong?.part === part ? wrong.says : undefined,
    onChange: set(part),
    onFocus: (event: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      at.current = part
      fields.current[part] = event.target
    },
  })
  const put = (field: string) => {
    const part = at.current
    const input = fields.current[part]
    const [from, to] = [input?.selectionStart ?? now[part].length, input?.selectionEnd ?? now[part].length]
    draft.set({ [part]: `${now[part].slice(0, from)}{{ ${field} }}${now[part].slice(to)}` })
    input?.focus()
  }
  async function save(): Promise<boolean> {
    setBusy(true)
    try {
      if (!(await draft.save())) return false
      say({ text: `“${email.name}” goes out like this from now on.` })
      await revalidate()
      draft.drop()
      return true
    } catch (error) {
      setWrong(faultOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const isOwn = (Object.keys(parts) as Part[]).some((part) => ownOf(now, email)[part] !== null)
  return (
    <>
      <div>
        <section className="sec">
          <header className="sec-h">
            <h2>Words</h2>
            {isOwn && mayWrite && (
              <div className="acts">
                <Button kind="ghost" small icon={RotateCcw} onClick={() => draft.set(saidOf({ ...email, words: {} }))}>
                  Back to the default text
                </Button>
              </div>
            )}
          </header>
          <div className="stack">
            <TextField {...bind('subject')} maxLength={200} />
            <TextArea {...bind('headline')} rows={2} maxLength={200} />
            <TextArea
              {...bind('lead')}
              rows={5}
              maxLength={2000}
              hint="An empty line begins a paragraph. What is in the order stands below it."
            />
            {email.original.button !== undefined && <TextField {...bind('button')} maxLength={60} />}
            <div className="row" role="group" aria-label="What can be named">
              {email.fields.map((field) => (
                <button key={field} type="button" className="tag mono" disabled={!mayWrite} onClick={() => put(field)}>
                  {`{{ ${field} }}`}
                </button>
              ))}
            </div>
            {wrong?.part === '' && (
              <p className="err" role="alert">
                {wrong.says}
              </p>
            )}
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>When</h2>
          </header>
          {email.mayBeOff ? (
            <Toggle checked={now.on === 'yes'} disabled={!mayWrite} onTurn={(on) => draft.set({ on: on ? 'yes' : 'no' })}>
              {email.when}
            </Toggle>
          ) : (
            <p>
              {email.when}. <span className="faint">Always: its reader needs it to get what they paid for.</span>
            </p>
          )}
        </section>
        {checks.length > 0 && (
          <section className="sec">
            <header className="sec-h">
              <h2>Checks</h2>
            </header>
            <ul className="marks">
              {checks
                .toSorted((a, b) => Number(a.ok) - Number(b.ok))
                .map(({ check, ok, says }) => (
                  <li key={check} {...(ok && { 'data-ok': '' })}>
                    <Icon of={ok ? CircleCheck : TriangleAlert} />
                    {!ok && <span className="vh">To look at: </span>}
                    {says}
                  </li>
                ))}
            </ul>
          </section>
        )}
        <Unsaved
          inColumn
          of={draft.changes}
          busy={busy}
          wrong={wrong?.says}
          onSave={save}
          onDiscard={() => {
            setWrong(undefined)
            draft.drop()
          }}
        />
        {draft.dialog}
      </div>
      <Preview email={email} words={ownOf(now, email)} orders={orders} onWrong={setWrong} onChecked={setChecks} />
    </>
  )
}
