import type { EmailCheck, EmailTemplate, EmailWordsInput, Order } from '@vitrine/contract'
import { Moon, Send, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { client } from '../client.ts'
import { buyerOf, numberOf } from '../orders/text.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import type { SignedIn } from '../session/session.ts'
import { useMay } from '../shell/layout.tsx'
import { faultOf } from './fault.ts'

interface PreviewProps {
  email: EmailTemplate
  words: EmailWordsInput
  orders: readonly Order[]
  onWrong: (wrong: { readonly part: string; readonly says: string } | undefined) => void
  /** Hears what was looked at in the email as it is shown. */
  onChecked: (checks: readonly EmailCheck[]) => void
}

const views = ['Phone', 'Desktop', 'Text'] as const
const quietMs = 250

/** An email as a reader with this theme sees it, whatever theme this window has. */
const inTheme = (html: string, dark: boolean): string =>
  html
    .replaceAll('@media (prefers-color-scheme:dark)', dark ? '@media all' : '@media not all')
    .replace('content="light dark"', `content="${dark ? 'dark' : 'light'}"`)

/** What an email looks like with these words, about a real order where there is one. */
export function Preview({ email, words, orders, onWrong, onChecked }: PreviewProps) {
  const [view, setView] = useState<(typeof views)[number]>('Phone')
  const [dark, setDark] = useState(false)
  const [orderId, setOrderId] = useState(orders[0]?.id ?? '')
  const [shown, setShown] = useState<{ readonly subject: string; readonly html: string; readonly text: string }>()
  const [busy, setBusy] = useState(false)
  const say = useSay()
  const { person } = useRouteLoaderData('admin') as SignedIn
  const mayWrite = useMay()('settings.write')
  const wanted = JSON.stringify({ id: email.id, words, ...(orderId && { orderId }) })
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      client.emails.previewEmail(JSON.parse(wanted) as Parameters<typeof client.emails.previewEmail>[0], { signal: stop.signal }).then(
        (email) => {
          setShown(email)
          onWrong(undefined)
          onChecked(email.checks)
        },
        (error: unknown) => !stop.signal.aborted && onWrong(faultOf(error)),
      )
    }, quietMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, onWrong, onChecked])
  async function send() {
    setBusy(true)
    try {
      const { to, waiting } = await client.emails.sendTestEmail({ id: email.id, words, ...(orderId && { orderId }) })
      say({
        text: waiting
          ? `A test of “${email.name}” waits for a mail server, and goes to ${to} then.`
          : `A test of “${email.name}” is on its way to ${to}.`,
      })
    } catch (error) {
      say({ text: faultOf(error).says, bad: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="preview mailprev" aria-label="Preview">
      <div className="row between">
        <SelectField label="With" hidden value={orderId} onChange={({ target }) => setOrderId(target.value)}>
          {orders.map((order) => (
            <option key={order.id} value={order.id}>
              order {numberOf(order.number ?? '')}, {buyerOf(order)}
            </option>
          ))}
          <option value="">an order that nobody made</option>
        </SelectField>
        <div className="seg" role="group" aria-label="Width">
          {views.map((one) => (
            <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
              {one}
            </button>
          ))}
        </div>
      </div>
      {shown && (
        <>
          <div className="mail-subject">
            <p>
              <span className="faint small">Subject</span> <b>{shown.subject}</b>
            </p>
            {view !== 'Text' && (
              <IconButton
                small
                icon={dark ? Moon : Sun}
                name={dark ? 'As in the light theme' : 'As in the dark theme'}
                onClick={() => setDark(!dark)}
              />
            )}
          </div>
          {view === 'Text' ? (
            // It can be scrolled by keys.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <pre className="code mailtext" tabIndex={0} aria-label="The email as plain text">
              {shown.text}
            </pre>
          ) : (
            <div className="mailframe" data-view={view} data-dark={dark || undefined}>
              <iframe sandbox="" srcDoc={inTheme(shown.html, dark)} title={`The email “${email.name}”`} />
            </div>
          )}
        </>
      )}
      {mayWrite && (
        <div className="row">
          <Button icon={Send} disabled={busy} onClick={() => void send()}>
            Send to me
          </Button>
          <span className="faint small">{person.email}</span>
        </div>
      )}
    </section>
  )
}
