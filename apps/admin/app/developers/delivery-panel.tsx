import type { Ok } from '@vitrine/contract'
import { RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { logTime } from '../orders/text.ts'
import { Beside, focused } from '../parts/beside.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { useShop } from '../shop.ts'
import { answerText, eventName, isFailed, readable, tookText } from './webhook-text.ts'

export type Detail = Ok<'GET /vitrine/v1/webhooks/{id}/deliveries/{deliveryId}'>

interface DeliveryPanelProps {
  detail: Detail
  may: boolean
  busy: boolean
  onRedeliver: () => void
  onClose: () => void
}

const parts = ['Sent', 'Answered', 'Headers'] as const

/** What was sent, how often, and what came back. */
export function DeliveryPanel({ detail: { delivery, request }, may, busy, onRedeliver, onClose }: DeliveryPanelProps) {
  const { timeZone } = useShop()
  const [part, setPart] = useState<(typeof parts)[number]>('Sent')
  const last = delivery.attempts.at(-1)
  const text = {
    Sent: request ? readable(request.body) : 'The data of this event was erased.',
    Answered: last ? (last.answer ?? answerText(last)) : 'Nothing yet.',
    Headers: Object.entries(request?.headers ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  }[part]
  return (
    <Beside className="peek wide" aria-label={`Delivery ${delivery.id}`}>
      <header>
        <div className="row">
          <b tabIndex={-1} ref={focused}>
            {eventName(delivery.eventType)}
          </b>
        </div>
        <div className="acts">
          <IconButton small icon={X} name="Close" onClick={onClose} />
        </div>
      </header>
      {/* It scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="peek-b" tabIndex={0} role="group" aria-label="Request and answer">
        <p className="mono soft small">{delivery.id}</p>
        <ol className="tries">
          {delivery.attempts.map(({ date, tookMs, ...attempt }, at) => (
            <li key={`${date} ${at}`}>
              <span className="faint">{at + 1}</span>
              <time dateTime={date}>{logTime(date, timeZone)}</time>
              <span {...(isFailed(attempt) && { className: 'down' })}>{answerText(attempt)}</span>
              <span className="faint">{tookText(tookMs)}</span>
            </li>
          ))}
          {delivery.dueDate && (
            <li className="next">
              <span className="faint">{delivery.attempts.length + 1}</span>
              <time dateTime={delivery.dueDate}>{logTime(delivery.dueDate, timeZone)}</time>
              <span>next attempt</span>
              <span />
            </li>
          )}
        </ol>
        <div className="seg" role="group" aria-label="What">
          {parts.map((name) => (
            <button key={name} type="button" aria-pressed={name === part} onClick={() => setPart(name)}>
              {name}
            </button>
          ))}
        </div>
        <pre className="code">
          <code>{text}</code>
        </pre>
      </div>
      {may && (
        <footer>
          <span className="grow" />
          <Button kind="primary" icon={RotateCcw} disabled={busy} onClick={onRedeliver}>
            Send again
          </Button>
        </footer>
      )}
    </Beside>
  )
}
