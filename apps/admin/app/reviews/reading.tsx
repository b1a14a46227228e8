import type { ReviewInQueue, ReviewJob } from '@vitrine/contract'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { placedAt } from '../orders/text.ts'
import { Button, Keys } from '../parts/button.tsx'
import { Status } from '../parts/glyph.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { ThumbBar } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { Pictures } from './pictures.tsx'
import { Stars } from './stars.tsx'
import { reportText, titleOf } from './text.ts'

interface ReadingProps {
  readonly of: ReviewInQueue
  readonly shop: string
  readonly busy: boolean
  readonly mayWrite: boolean
  readonly onDecide: (action: ReviewJob['action']) => void
  readonly onReply: (message: string, publishes: boolean) => Promise<boolean>
}

/** One review, read: of what it is, what it says and shows, and what the shop answers. */
export function Reading({ of, shop, busy, mayWrite, onDecide, onReply }: ReadingProps) {
  const { review, product, summary, order } = of
  const { content, reply, moderation } = review
  const { timeZone } = useShop()
  const [message, setMessage] = useState(reply?.message ?? '')
  const films = (content?.media ?? []).flatMap(({ video }) => video?.url ?? [])
  const isPublished = moderation?.moderationStatus === 'APPROVED'
  const said = message.trim()
  const isWritten = said !== (reply?.message ?? '')
  const mayReply = mayWrite && !busy && isWritten
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const submits = isPublished ? (said === '' && reply ? 'Remove the reply' : 'Reply') : 'Publish with reply'
  return (
    <section className="reading" aria-label="The review">
      <div className="row">
        <Thumb src={product?.picture} size={44} />
        <div className="two grow">
          {product ? (
            <Link className="lead" to={`/products/${product.id}`}>
              {product.name}
            </Link>
          ) : (
            <span className="lead">A product that is gone</span>
          )}
          <span className="faint small">
            {summary.count > 0 ? `${summary.average.toFixed(1)} from ${summary.count}` : 'Nobody has rated it yet'}
            {order && (
              <>
                {' · bought in order '}
                <Link to={`/orders/${order.id}`}>{order.number}</Link>, {placedAt(order.createdDate, timeZone)}
              </>
            )}
          </span>
        </div>
        {review.verified && (
          <Status glyph="c-full" tone="ok">
            Verified purchase
          </Status>
        )}
      </div>
      <h2 className="rv-t">
        <Stars of={content?.rating ?? 0} /> {titleOf(of)}
      </h2>
      {content?.body && <p className="rv">{content.body}</p>}
      {of.reports.length > 0 && (
        <div className="stack" role="group" aria-label="What shoppers reported">
          {of.reports.map(({ reason, text, createdDate }) => (
            <Status key={`${createdDate} ${reason} ${text}`} glyph="c-x" tone="warn">
              {text ? `${reportText[reason]}: “${text}”` : reportText[reason]}
            </Status>
          ))}
        </div>
      )}
      {films.map((film) => (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody writes captions for what a buyer has filmed
        <video key={film} className="rv-f" src={film} controls playsInline preload="metadata" aria-label="Film by its author" />
      ))}
      <Pictures of={of} />
      {mayWrite && (
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault()
            if (mayReply) void onReply(said, !isPublished && said !== '')
          }}
        >
          <div className="field">
            <label htmlFor="review-reply">{`Reply as ${shop}`}</label>
            <textarea
              ref={field}
              id="review-reply"
              className="input"
              rows={3}
              maxLength={10_000}
              value={message}
              aria-describedby="review-reply-h"
              onChange={({ target }) => setMessage(target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
              }}
            />
            <p className="hint" id="review-reply-h">
              Shown under the review, for everybody.
            </p>
          </div>
          <div className="row rv-acts">
            <button type="submit" className="btn primary" disabled={!mayReply}>
              <span>{submits}</span>
              <Keys of={['⌘', '↵']} silent />
            </button>
            {!isPublished && (
              <Button keys={['A']} disabled={busy} onClick={() => onDecide('APPROVE')}>
                Publish
              </Button>
            )}
            {moderation?.moderationStatus !== 'REJECTED' && (
              <Button keys={['D']} disabled={busy} onClick={() => onDecide('REJECT')}>
                Turn down
              </Button>
            )}
          </div>
        </form>
      )}
      {mayWrite && (
        <ThumbBar>
          {moderation?.moderationStatus !== 'REJECTED' && (
            <Button disabled={busy} onClick={() => onDecide('REJECT')}>
              Turn down
            </Button>
          )}
          {isWritten ? (
            <Button kind="primary" disabled={busy} onClick={() => form.current?.requestSubmit()}>
              {submits}
            </Button>
          ) : (
            <>
              <Button kind={isPublished ? 'primary' : ''} onClick={() => field.current?.focus()}>
                Reply
              </Button>
              {!isPublished && (
                <Button kind="primary" icon={Check} disabled={busy} onClick={() => onDecide('APPROVE')}>
                  Publish
                </Button>
              )}
            </>
          )}
        </ThumbBar>
      )}
    </section>
  )
}
