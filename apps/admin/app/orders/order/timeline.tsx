import type { Order, OrderActivity, OrderEmail } from '@vitrine/contract'
import { Mail, Pencil, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { client } from '../../client.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useSavedText } from '../../parts/saved-text.ts'
import { useMay, useMe } from '../../shell/layout.tsx'
import { useShop } from '../../shop.ts'
import { dayName, timeOf } from '../text.ts'
import type { Act } from './act.ts'
import { actsOf, type TimelineAct } from './timeline-entries.ts'
import { told } from './timeline-text.ts'

type Shown = 'All' | 'Comments' | 'Emails'

interface TimelineProps {
  order: Order
  emails: readonly OrderEmail[]
  onAct: Act
  /** Has an email sent once more. */
  onAgain: ((emailId: string) => void) | undefined
  busy: boolean
}

type Entry = { readonly id: string; readonly at: string } & ({ readonly act: TimelineAct } | { readonly email: OrderEmail })

/** What happened to the order and what was written to its buyer, the latest first, and what the staff said about it. */
export function Timeline({ order, emails, onAct, onAgain, busy }: TimelineProps) {
  const { timeZone } = useShop()
  const may = useMay()
  const me = useMe()
  const [shown, setShown] = useState<Shown>('All')
  const [words, setWords] = useSavedText(`comment ${order.id}`)
  const write = may('orders.write')
  const id = order.id!
  const say = (message: string) => client.orders.addActivity({ id, activity: { merchantComment: { message } } })
  const send = async () => {
    const message = words.trim()
    if (message === '') return
    const ok = await onAct(async () => (await say(message), 'Your comment is on the order.'))
    if (ok) setWords('')
  }
  const entries: Entry[] = [
    ...actsOf(
      // The emails themselves say more.
      order.activities.filter(({ type }) => emails.length === 0 || !shownAsEmails.has(type)),
    ).map((act) => ({ id: act.main.id!, at: act.main.createdDate ?? '', act })),
    ...emails.map((email) => ({ id: email.id, at: email.sentDate, email })),
  ]
    .filter((entry) => isShown(entry, shown))
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
  const days = [...Map.groupBy(entries, ({ at }) => (at ? dayName(at, timeZone) : ''))]
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Timeline</h2>
        <div className="acts">
          <div className="seg" role="group" aria-label="Show">
            {(['All', 'Comments', 'Emails'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={one === shown} onClick={() => setShown(one)}>
                {one}
              </button>
            ))}
          </div>
        </div>
      </header>
      {write && (
        <div className="compose">
          <span className="av" aria-hidden="true">
            {initialsOf(me.name)}
          </span>
          <div className="field grow">
            <label className="vh" htmlFor="comment">
              Comment for staff
            </label>
            <textarea
              id="comment"
              className="input"
              rows={1}
              maxLength={5000}
              placeholder="Comment for staff"
              value={words}
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && void send()}
            />
          </div>
          <Button keys={['⌘', '↵']} disabled={busy || words.trim() === ''} onClick={() => void send()}>
            Send
          </Button>
        </div>
      )}
      {days.length === 0 && <p className="soft">{shown === 'Emails' ? 'No emails yet.' : 'No comments yet.'}</p>}
      <ol className="tl">
        {days.map(([day, of]) => (
          <Fragment key={day}>
            <li className="day">
              <h3>{day}</h3>
            </li>
            {of.map((entry) => {
              const time = entry.at ? timeOf(entry.at, timeZone) : ''
              if ('email' in entry) return <Written key={entry.id} email={entry.email} time={time} onAgain={onAgain} />
              const { main: activity } = entry.act
              const author = activity.authorEmail === me.email ? me.name : activity.authorEmail
              if (!activity.merchantComment) return <Happened key={entry.id} act={entry.act} author={author} time={time} />
              // What a program or the shop itself wrote down has no author: it is nobody's own.
              const isMine = write && activity.authorEmail !== undefined && activity.authorEmail === me.email
              return (
                <Comment
                  key={entry.id}
                  message={activity.merchantComment.message}
                  author={author ?? 'The shop'}
                  time={time}
                  busy={busy}
                  onChange={
                    isMine
                      ? (message) =>
                          onAct(
                            async () => {
                              await client.orders.updateActivity({
                                id,
                                activityId: activity.id!,
                                activity: { merchantComment: { message } },
                              })
                              return 'The comment is changed.'
                            },
                            () =>
                              client.orders.updateActivity({
                                id,
                                activityId: activity.id!,
                                activity: { merchantComment: { message: activity.merchantComment!.message } },
                              }),
                          )
                      : undefined
                  }
                  onDelete={
                    isMine
                      ? () =>
                          void onAct(
                            async () => {
                              await client.orders.deleteActivity({ id, activityId: activity.id! })
                              return 'The comment is taken away.'
                            },
                            () => say(activity.merchantComment!.message),
                          )
                      : undefined
                  }
                />
              )
            })}
          </Fragment>
        ))}
      </ol>
    </section>
  )
}

function isShown(entry: Entry, shown: Shown): boolean {
  if (shown === 'All') return true
  if ('email' in entry) return shown === 'Emails'
  return shown === 'Comments' ? entry.act.main.merchantComment !== undefined : isMail(entry.act.main)
}

interface CommentProps {
  message: string
  author: string
  time: string
  busy: boolean
  onChange: ((message: string) => Promise<boolean>) | undefined
  onDelete: (() => void) | undefined
}

function Comment({ message, author, time, busy, onChange, onDelete }: CommentProps) {
  const [words, setWords] = useState<string>()
  return (
    <li className="comment">
      <span className="av" aria-hidden="true">
        {initialsOf(author)}
      </span>
      <div>
        <p>
          <b>{author}</b>
        </p>
        {words === undefined || !onChange ? (
          <p className="say">{message}</p>
        ) : (
          <form
            className="compose"
            onSubmit={(event) => {
              event.preventDefault()
              if (words.trim() === '') return
              void onChange(words.trim()).then((ok) => ok && setWords(undefined))
            }}
          >
            <div className="grow">
              <TextArea
                hidden
                label="Comment"
                rows={2}
                maxLength={5000}
                value={words}
                ref={focused}
                onChange={(event) => setWords(event.target.value)}
                onKeyDown={(event) => event.key === 'Escape' && setWords(undefined)}
              />
            </div>
            <Button type="submit" disabled={busy || words.trim() === ''}>
              Save
            </Button>
          </form>
        )}
      </div>
      <span className="row">
        {onChange && words === undefined && <IconButton icon={Pencil} small name="Change the comment" onClick={() => setWords(message)} />}
        {onDelete && <IconButton icon={Trash2} small name="Take the comment away" onClick={onDelete} />}
        <time>{time}</time>
      </span>
    </li>
  )
}

/** Somebody asked for the field: they want to write in it. */
const focused = (field: HTMLTextAreaElement | null) => field?.focus()

const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()

function Written({ email, time, onAgain }: { email: OrderEmail; time: string; onAgain: TimelineProps['onAgain'] }) {
  return (
    <li>
      <span className="dot">
        <Icon of={Mail} small />
      </span>
      <div>
        <p>
          Email “{email.subject}” sent to {email.sentTo}{' '}
          {onAgain && (
            <Button kind="link" onClick={() => onAgain(email.id)}>
              send again
            </Button>
          )}
        </p>
      </div>
      <time>{time}</time>
    </li>
  )
}

function Happened({ act: { main, also }, author, time }: { act: TimelineAct; author: string | undefined; time: string }) {
  const [icon, words, lines = []] = told(main)
  const more = [...lines, ...also.map((one) => told(one)[1])]
  return (
    <li>
      <span className="dot">
        <Icon of={icon} small />
      </span>
      <div>
        <p>
          {words}
          {author && <span className="soft">, by {author}</span>}
        </p>
        {more.map((one) => (
          <p key={one} className="soft small">
            {one}
          </p>
        ))}
      </div>
      <time>{time}</time>
    </li>
  )
}

/** What the emails that went out say themselves. */
const shownAsEmails: ReadonlySet<string> = new Set(['SHIPPING_CONFIRMATION_EMAIL_SENT', 'PICKUP_READY_EMAIL_SENT', 'RECEIPT_SENT'])

const mails: ReadonlySet<string> = new Set([
  'SHIPPING_CONFIRMATION_EMAIL_SENT',
  'PICKUP_READY_EMAIL_SENT',
  'FULFILLER_EMAIL_SENT',
  'DOWNLOAD_LINK_SENT',
  'INVOICE_SENT',
  'RECEIPT_SENT',
])
const isMail = ({ type }: OrderActivity): boolean => mails.has(type)
