import type { ReviewInQueue, ReviewJob } from '@vitrine/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Status } from '../parts/glyph.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { Stars } from './stars.tsx'
import { authorOf, reportText, titleOf } from './text.ts'

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
  const [message, setMessage] = useState(reply?.message ?? '')
  const [shown, setShown] = useState(0)
  const pictures = (content?.media ?? []).flatMap(({ image }) => image ?? [])
  const films = (content?.media ?? []).flatMap(({ video }) => video?.url ?? [])
  const isPublished = moderation?.moderationStatus === 'APPROVED'
  const said = message.trim()
  const mayReply = mayWrite && !busy && said !== (reply?.message ?? '')
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
                <Link to={`/orders/${order.id}`}>{order.number}</Link>
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
      {pictures.length > 0 && (
        <ul className="rv-p">
          {pictures.map(({ id, url, width, height }, at) => (
            <li key={id} className={at === shown ? 'on' : undefined}>
              <a href={url} target="_blank" rel="noreferrer" onFocus={() => setShown(at)}>
                <img
                  src={`${new URL(url ?? '', location.origin).pathname}`}
                  alt={`${at + 1} of ${pictures.length} by ${authorOf(of)}`}
                  width={width}
                  height={height}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (mayReply) void onReply(said, !isPublished && said !== '')
          }}
        >
          <div className="field">
            <label htmlFor="review-reply">{`Reply as ${shop}`}</label>
            <textarea
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
              <span>{isPublished ? (said === '' && reply ? 'Remove the reply' : 'Reply') : 'Publish with reply'}</span>
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
    </section>
  )
}
