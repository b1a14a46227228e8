import type { ReviewInQueue } from '@vitrine/contract'
import { Link } from 'react-router'
import { AnswerForm } from '../moderation/answer-form.tsx'
import { placedAt } from '../orders/text.ts'
import { Status } from '../parts/glyph.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useShop } from '../shop.ts'
import { Pictures } from './pictures.tsx'
import { Stars } from './stars.tsx'
import { reportText, titleOf } from './text.ts'

interface ReadingProps {
  readonly of: ReviewInQueue
  readonly shop: string
  readonly busy: boolean
  readonly mayWrite: boolean
  readonly onDecide: (publishes: boolean) => void
  readonly onReply: (message: string, publishes: boolean) => Promise<boolean>
}

/** One review, read: of what it is, what it says and shows, and what the shop answers. */
export function Reading({ of, shop, busy, mayWrite, onDecide, onReply }: ReadingProps) {
  const { review, product, summary, order } = of
  const { content, reply, moderation } = review
  const { timeZone } = useShop()
  const films = (content?.media ?? []).flatMap(({ video }) => video?.url ?? [])
  const isPublished = moderation?.moderationStatus === 'APPROVED'
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
        <AnswerForm
          id="review-reply"
          label={`Reply as ${shop}`}
          hint="Shown under the review, for everybody."
          maxLength={10_000}
          before={reply?.message ?? ''}
          submits={(said) => (isPublished ? (said === '' && reply ? 'Remove the reply' : 'Reply') : 'Publish with reply')}
          opens="Reply"
          published={isPublished}
          rejected={moderation?.moderationStatus === 'REJECTED'}
          busy={busy}
          onDecide={onDecide}
          onAnswer={(said) => onReply(said, !isPublished && said !== '')}
        />
      )}
    </section>
  )
}
