import type { LoggedRequestDetail } from '@vitrine/contract'
import { RotateCcw, Terminal, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { logTime } from '../orders/text.ts'
import { Beside, focused } from '../parts/beside.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { copied } from '../parts/copied.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { useSay } from '../parts/toasts.tsx'
import { useShop } from '../shop.ts'
import { bodyNote, callerText, curlOf, hindranceText, requestName, statusSign } from './request-text.ts'
import { readable, tookText } from './webhook-text.ts'

interface RequestPanelProps {
  of: LoggedRequestDetail
  may: boolean
  busy: boolean
  /** The address of another entry. */
  addressOf: (id: string) => string
  onReplay: () => Promise<void>
  onClose: () => void
}

const parts = ['Answer', 'Request'] as const

/** What was asked, what was answered, and asking it again. */
export function RequestPanel({ of, may, busy, addressOf, onReplay, onClose }: RequestPanelProps) {
  const { timeZone } = useShop()
  const say = useSay()
  const [part, setPart] = useState<(typeof parts)[number]>('Answer')
  const [asks, setAsks] = useState(false)
  const body = part === 'Answer' ? of.answer : of.request
  const note = bodyNote(body.state)
  const { tone, sign } = statusSign(of.status)
  const copy = async () =>
    say({ text: (await copied(curlOf(location.origin, of))) ? 'The command is copied.' : 'Your browser does not let the page copy.' })
  return (
    <Beside className="peek wide" aria-label={`Request ${requestName(of)}`}>
      <header>
        <div className="row">
          <b className="mono" tabIndex={-1} ref={focused}>
            {requestName(of)}
          </b>
        </div>
        <div className="acts">
          <IconButton small icon={X} name="Close" onClick={onClose} />
        </div>
      </header>
      {/* It scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="peek-b" tabIndex={0} role="group" aria-label="Request and answer">
        <p>
          <span className="st" data-tone={tone}>
            <Glyph of={sign} />
            {of.status}
            {of.refusalCode && ` ${of.refusalCode}`}
          </span>{' '}
          {tookText(of.milliseconds)}, {logTime(of.date, timeZone)}
        </p>
        <p className="soft">
          {callerText(of.caller)}
          {of.address && `, from ${of.address}`}
        </p>
        <p className="mono soft small">{of.requestId}</p>
        {of.query && <p className="mono soft small">?{of.query}</p>}
        {of.replayOf && (
          <p className="soft">
            A replay of <Link to={addressOf(of.replayOf)}>an earlier request</Link>.
            {of.idempotencyKey && (
              <>
                {' '}
                Its Idempotency-Key is <span className="mono">{of.idempotencyKey}</span>.
              </>
            )}
          </p>
        )}
        <div className="seg" role="group" aria-label="What">
          {parts.map((name) => (
            <button key={name} type="button" aria-pressed={name === part} onClick={() => setPart(name)}>
              {name}
            </button>
          ))}
        </div>
        {note && <p className="soft">{note}</p>}
        {body.text !== undefined && (
          <pre className="code">
            <code>{readable(body.text)}</code>
          </pre>
        )}
        {of.hindrance && <p className="soft">{hindranceText(of.hindrance)}</p>}
      </div>
      <footer>
        <Button icon={Terminal} onClick={() => void copy()}>
          Copy as curl
        </Button>
        <span className="grow" />
        {may && !of.hindrance && of.request.state !== 'NOT_YOURS' && (
          <Button kind="primary" icon={RotateCcw} disabled={busy} onClick={() => (of.writes ? setAsks(true) : void onReplay())}>
            Replay
          </Button>
        )}
      </footer>
      {asks && (
        <Dialog
          title="Replay a request that writes?"
          about={`${requestName(of)} is done once more, as you and with your rights. What it changes is changed again.`}
          does="Replay"
          kind="danger"
          busy={busy}
          onDo={() => void onReplay().then(() => setAsks(false))}
          onClose={() => setAsks(false)}
        />
      )}
    </Beside>
  )
}
