import type { ReviewInQueue, ReviewJob } from '@vitrine/contract'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { QueueOf, type QueueRow, QueueTabs } from '../moderation/queue.tsx'
import { useQueue } from '../moderation/use-queue.ts'
import { placedAt } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/field.tsx'
import { useWork } from '../parts/toasts.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { Rail } from './rail.tsx'
import { Reading } from './reading.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import { atOnce, decideMany, findSameText } from './same-text.ts'
import { Stars } from './stars.tsx'
import { alikeOf, authorOf, emptyText, isSuspicious, type Tab, tabs, titleOf } from './text.ts'

const perPage = 50

interface Loaded {
  readonly tab: Tab
  readonly reviews: readonly ReviewInQueue[]
  readonly next: string | undefined
  readonly counts: Readonly<Record<Tab['of'], number>>
  readonly average: number
  readonly published: number
}

export async function loader({ request: { url, signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const asked = new URL(url).searchParams
  const tab = tabs.find(({ of }) => of === asked.get('show')) ?? tabs[0]
  const words = asked.get('q')?.slice(0, 100) ?? ''
  const cursor = asked.get('after')
  const order = tab.of === 'waiting' ? 'ASC' : 'DESC'
  const query = cursor
    ? { cursorPaging: { cursor, limit: perPage } }
    : {
        ...(tab.of !== 'reported' && { filter: { 'moderation.moderationStatus': { $in: [...tab.statuses] } } }),
        sort: [{ fieldName: 'createdDate', order } as const],
        cursorPaging: { limit: perPage },
      }
  const [{ reviews, metadata }, { counts, reported, average, published }] = await Promise.all([
    client.reviewManagement.searchReviews({ query, words, reported: tab.of === 'reported' }, { signal }),
    client.reviewManagement.countByStatus({}, { signal }),
  ])
  const countOf = ({ statuses }: Tab) =>
    counts.reduce((sum, { status, count }) => sum + ((statuses as readonly string[]).includes(status) ? count : 0), 0)
  return {
    tab,
    reviews,
    next: metadata.cursors.next,
    counts: { waiting: countOf(tabs[0]), published: countOf(tabs[1]), rejected: countOf(tabs[2]), reported },
    average,
    published,
  }
}

type Action = ReviewJob['action']
const done: Readonly<Record<Action, string>> = { APPROVE: 'published', REJECT: 'turned down', DELETE: 'deleted' }
const doing: Readonly<Record<Action, string>> = { APPROVE: 'Publishing', REJECT: 'Turning down', DELETE: 'Deleting' }

/** Reviews as the shop reads them: one after the other, by the keys. */
export function Reviews() {
  const { tab, reviews, next, counts, average, published } = useLoaderData<Loaded>()
  const mayWrite = useMay()('reviews.write')
  const { name, timeZone } = useShop()
  const { act, busy } = useAct()
  const work = useWork()
  const { revalidate } = useRevalidator()
  const [rules, setRules] = useState(false)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  usePlace([{ name: 'Reviews' }])

  const queue = useQueue(reviews, ({ review }) => review.id, {
    one: 'review',
    title: 'Reviews',
    answer: { says: 'Reply to the review', field: 'review-reply' },
    onDecide: mayWrite ? ({ review }, publishes) => decide(publishes ? 'APPROVE' : 'REJECT', [review.id]) : undefined,
  })
  const { at, current } = queue
  const following = reviews[at + 1]
  const shown = alikeOf(reviews, at + 1)
  // Others with the same text may be on pages that are not loaded.
  const hasMore = next !== undefined && tab.of === 'waiting' && following !== undefined && following.sameText >= shown.length
  const found = useAnswer({
    ask: hasMore ? async (signal) => ({ of: following.review.id, ids: await findSameText(following, signal) }) : undefined,
    of: following?.review.id,
    again: reviews,
  })
  const alike = hasMore && found?.of === following.review.id ? found.ids : shown

  const decideInTurn = (action: Action, ids: readonly string[]) =>
    work(`${doing[action]} ${many(ids.length, 'review')}`, async (tell, signal) => {
      const { changed, jobIds } = await decideMany(
        action,
        ids,
        (of) => tell(`${doing[action]} ${many(ids.length, 'review')}: ${of.toLocaleString('en-GB')} done`, of / ids.length),
        signal,
      )
      await revalidate()
      const undo = () =>
        work(`Taking back ${many(changed, 'review')}`, async () => {
          for (const jobId of jobIds) await client.reviewManagement.undoJob({ jobId })
          await revalidate()
          return { text: 'Taken back.' }
        })
      return { text: `${many(changed, 'review')} ${done[action]}.`, ...(action !== 'DELETE' && { undo }) }
    })

  /** What is done can be taken back, but for a deletion. */
  const decide = (action: Action, ids: readonly string[]) =>
    ids.length > atOnce
      ? decideInTurn(action, ids)
      : void act(async () => {
          const { job } = await client.reviewManagement.startJob({ action, reviewIds: [...ids] })
          setPicked(new Set())
          const undo = () =>
            void act(async () => {
              await client.reviewManagement.undoJob({ jobId: job.id })
              return 'Taken back.'
            })
          return { says: `${many(job.changed, 'review')} ${done[action]}.`, ...(action !== 'DELETE' && { undo }) }
        })
  const reply = (reviewId: string, message: string, publishes: boolean) =>
    act(async () => {
      if (message) await client.reviewManagement.setReply({ reviewId, message })
      else await client.reviewManagement.removeReply({ reviewId })
      if (publishes) await client.reviewManagement.updateModerationStatus({ reviewId, status: 'APPROVED' })
      return publishes ? 'Published with your reply.' : message ? 'Your reply is shown under the review.' : 'The reply is removed.'
    })

  const toggle = (id: string, isPicked: boolean) =>
    setPicked((before) => new Set([...[...before].filter((one) => one !== id), ...(isPicked ? [id] : [])]))

  const rowOf = (each: ReviewInQueue): QueueRow => {
    const { review, product } = each
    const pictures = review.content?.media.length ?? 0
    return {
      id: review.id,
      picture: product?.picture,
      pick: mayWrite && (
        <Check hidden checked={picked.has(review.id)} onChange={({ target }) => toggle(review.id, target.checked)}>
          {`Pick ${titleOf(each)}`}
        </Check>
      ),
      above: <Stars of={review.content?.rating ?? 0} />,
      title: titleOf(each),
      facts: `${authorOf(each)}, ${placedAt(review.createdDate ?? '', timeZone)}${pictures > 0 ? `, ${many(pictures, 'picture')}` : ''}`,
      suspicious: isSuspicious(each),
    }
  }

  return (
    <>
      <PageHead
        title="Reviews"
        facts={published > 0 ? <span>{`${average.toFixed(1)} on average from ${published.toLocaleString('en-GB')}`}</span> : undefined}
      >
        <Button icon={SlidersHorizontal} onClick={() => setRules(true)}>
          Rules
        </Button>
      </PageHead>
      <QueueTabs tabs={tabs} at={tab.of} counts={counts} answers="reply" />
      <QueueOf
        queue={queue}
        items={reviews}
        rowOf={rowOf}
        one="review"
        next={next}
        perPage={perPage}
        empty={emptyText(tab.of, counts)}
        tools={
          picked.size > 0 &&
          mayWrite && (
            <>
              <span className="small soft" role="status">
                {many(picked.size, 'review')} picked
              </span>
              <Button small disabled={busy} onClick={() => decide('APPROVE', [...picked])}>
                Publish
              </Button>
              <Button small kind="warn" disabled={busy} onClick={() => decide('REJECT', [...picked])}>
                Turn down
              </Button>
            </>
          )
        }
      >
        {current && (
          <>
            <Reading
              key={current.review.id}
              of={current}
              shop={name}
              busy={busy}
              mayWrite={mayWrite}
              onDecide={(publishes) => decide(publishes ? 'APPROVE' : 'REJECT', [current.review.id])}
              onReply={(message, publishes) => reply(current.review.id, message, publishes)}
            />
            <Rail
              of={current}
              next={following}
              alike={alike}
              busy={busy}
              onTurnDown={mayWrite && tab.of === 'waiting' ? (ids) => decide('REJECT', ids) : undefined}
            />
          </>
        )}
      </QueueOf>
      {rules && <RulesDialog mayWrite={mayWrite} onClose={() => setRules(false)} />}
    </>
  )
}
