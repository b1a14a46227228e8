import type { LetterKindInfo, LetterSender, Order } from '@vitrine/contract'
import { PenLine, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { type LoaderFunctionArgs, NavLink, redirect, useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { Button } from '../parts/button.tsx'
import { changesOf } from '../parts/changes.ts'
import { TextArea, TextField } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { useMay } from '../shell/desk.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { faultOf } from './fault.ts'
import { Preview } from './preview.tsx'
import { Sender } from './sender.tsx'

interface Loaded {
  readonly letters: readonly LetterKindInfo[]
  readonly letter: LetterKindInfo
  readonly sender: LetterSender
  /** The newest, to look at letters with. */
  readonly orders: readonly Order[]
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded | Response> {
  const [{ letters, sender }, { orders }] = await Promise.all([
    client.letters.listLetters({}, { signal }),
    client.orders.searchOrders({ search: { cursorPaging: { limit: 8 } } }, { signal }),
  ])
  const letter = letters.find(({ id }) => id === (params['letter'] ?? letters[0]?.id))
  return letter ? { letters, letter, sender, orders } : redirect('/mail')
}

/** Every letter that the shop writes, its words, and what it looks like with them. */
export function Mail() {
  usePlace([{ name: 'Mail' }])
  const { letters, letter, sender, orders } = useLoaderData<Loaded>()
  const [changing, setChanging] = useState(false)
  const may = useMay()
  const changed = letters.filter(({ words }) => Object.keys(words).length > 0).length
  return (
    <>
      <PageHead
        title="Mail"
        facts={
          <span>
            {many(letters.length, 'letter')}, {changed === 0 ? 'all in the house’s words' : `${changed} in your own words`}
          </span>
        }
      >
        {may('settings.write') && (
          <Button icon={PenLine} onClick={() => setChanging(true)}>
            Sender and foot
          </Button>
        )}
      </PageHead>
      <div className="cols mailed">
        <nav className="picklist" aria-label="Letters">
          <ul>
            {letters.map(({ id, name, on, words, to }) => (
              <li key={id} {...(id === letter.id && { 'data-on': '' })}>
                <NavLink to={`/mail/${id}`}>
                  <span className="two grow">
                    <b className="ell">{name}</b>
                    <span className="faint small">
                      {[to === 'SHOP' && 'to you', on ? '' : 'off', Object.keys(words).length > 0 && 'own words']
                        .filter(Boolean)
                        .join(', ') || 'as the house writes it'}
                    </span>
                  </span>
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Words key={`${letter.id} ${letter.revision}`} letter={letter} orders={orders} />
      </div>
      {changing && <Sender sender={sender} onClose={() => setChanging(false)} />}
    </>
  )
}

const parts = { subject: 'Subject', headline: 'Headline', lead: 'Text', button: 'Button' } as const
type Part = keyof typeof parts
export type Said = Readonly<Record<Part, string>>

/** The words that stand: the shop's own, or those of the house. */
const saidOf = ({ words, original }: LetterKindInfo): Said => ({
  subject: words.subject ?? original.subject ?? '',
  headline: words.headline ?? original.headline ?? '',
  lead: words.lead ?? original.lead ?? '',
  button: words.button ?? original.button ?? '',
})

/** What is not as the house has it. */
export const ownOf = (said: Said, { original }: LetterKindInfo) => ({
  subject: said.subject === original.subject ? null : said.subject,
  headline: said.headline === original.headline ? null : said.headline,
  lead: said.lead === original.lead ? null : said.lead,
  button: said.button === (original.button ?? '') ? null : said.button,
})

function Words({ letter, orders }: { letter: LetterKindInfo; orders: readonly Order[] }) {
  const kept = { ...saidOf(letter), on: letter.on }
  const [now, setNow] = useState(kept)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ readonly part: string; readonly says: string }>()
  const at = useRef<Part>('lead')
  const fields = useRef<Partial<Record<Part, HTMLInputElement | HTMLTextAreaElement>>>({})
  const say = useSay()
  const { revalidate } = useRevalidator()
  const mayWrite = useMay()('settings.write')
  const set = (part: Part) => (event: { target: { value: string } }) => {
    setWrong(undefined)
    setNow({ ...now, [part]: event.target.value })
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
    setNow({ ...now, [part]: `${now[part].slice(0, from)}{{ ${field} }}${now[part].slice(to)}` })
    input?.focus()
  }
  async function save(): Promise<boolean> {
    setBusy(true)
    try {
      await client.letters.updateLetter({
        letter: { id: letter.id, revision: letter.revision, words: ownOf(now, letter), ...(now.on !== letter.on && { on: now.on }) },
      })
      say({ text: `“${letter.name}” goes out like this from now on.` })
      void revalidate()
      return true
    } catch (error) {
      setWrong(faultOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const isOwn = (Object.keys(parts) as Part[]).some((part) => ownOf(now, letter)[part] !== null)
  return (
    <>
      <div>
        <section className="sec">
          <header className="sec-h">
            <h2>Words</h2>
            {isOwn && mayWrite && (
              <div className="acts">
                <Button kind="ghost" small icon={RotateCcw} onClick={() => setNow({ ...now, ...saidOf({ ...letter, words: {} }) })}>
                  Back to the house’s words
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
            {letter.original.button !== undefined && <TextField {...bind('button')} maxLength={60} />}
            <div className="row" role="group" aria-label="What can be named">
              {letter.fields.map((field) => (
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
          {letter.mayBeOff ? (
            <Toggle checked={now.on} disabled={!mayWrite} onTurn={(on) => setNow({ ...now, on })}>
              {letter.when}
            </Toggle>
          ) : (
            <p>
              {letter.when}. <span className="faint">Always: its reader needs it to get what they paid for.</span>
            </p>
          )}
        </section>
        <Unsaved
          of={changesOf(kept, now, { ...parts, on: 'Sent' })}
          busy={busy}
          wrong={wrong?.says}
          onSave={save}
          onDiscard={() => {
            setWrong(undefined)
            setNow(kept)
          }}
        />
      </div>
      <Preview letter={letter} words={ownOf(now, letter)} orders={orders} onWrong={setWrong} />
    </>
  )
}
