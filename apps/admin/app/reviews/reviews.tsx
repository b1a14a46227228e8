import type { ReviewInQueue, ReviewJob } from '@vitrine/contract'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { SearchBox } from '../list/tools.tsx'
import { placedAt } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button, Keys } from '../parts/button.tsx'
import { Check } from '../parts/field.tsx'
import { Status } from '../parts/glyph.tsx'
import { withParams } from '../parts/params.ts'
import { useStrip } from '../parts/strip.ts'
import { Thumb } from '../parts/thumb.tsx'
import { useWork } from '../parts/toasts.tsx'
import { useAddress } from '../parts/use-address.ts'
import { useKeys } from '../shell/keys.ts'
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
  const [params, changeAddress] = useAddress()
  const mayWrite = useMay()('reviews.write')
  const { name, timeZone } = useShop()
  const { act, busy } = useAct()
  const work = useWork()
  const { revalidate } = useRevalidator()
  const [rules, setRules] = useState(false)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  usePlace([{ name: 'Reviews' }])

  const at = Math.max(
    0,
    reviews.findIndex(({ review }) => review.id === params.get('id')),
  )
  const current = reviews[at]
  const list = useStrip(current?.review.id)
  const ask = (change: Readonly<Record<string, string | undefined>>, replace = false) =>
    changeAddress((from) => withParams(from, { id: undefined, after: undefined, ...change }), { replace })
  const go = (to: number) => {
    const { review } = reviews[Math.min(reviews.length - 1, Math.max(0, to))] ?? {}
    if (review) ask({ id: review.id, after: params.get('after') ?? undefined }, true)
  }

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

  const one = mayWrite && current ? [current.review.id] : undefined
  useKeys(
    {
      j: { says: 'Next review', moves: true, run: () => go(at + 1) },
      k: { says: 'Review before', moves: true, run: () => go(at - 1) },
      ...(one && {
        a: { says: 'Publish the review', run: () => decide('APPROVE', one) },
        d: { says: 'Turn the review down', run: () => decide('REJECT', one) },
        r: { says: 'Reply to the review', moves: true, run: () => document.getElementById('review-reply')?.focus() },
      }),
      '/': { says: 'Search reviews', moves: true, run: () => document.getElementById('list-q')?.focus() },
    },
    'Reviews',
  )
  const empty = emptyText(tab.of, counts)
  const toggle = (id: string, isPicked: boolean) =>
    setPicked((before) => new Set([...[...before].filter((one) => one !== id), ...(isPicked ? [id] : [])]))

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
      <div className="tabs">
        <nav aria-label="Views">
          <ul>
            {tabs.map((each) => (
              <li key={each.of}>
                <Link to={`?show=${each.of}`} {...(each.of === tab.of && { 'aria-current': 'page' as const })}>
                  {each.name}
                  <span className="n">{counts[each.of].toLocaleString('en-GB')}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="acts small faint">
          <Keys of={['J', 'K']} /> move &nbsp; <Keys of={['A']} /> publish &nbsp; <Keys of={['D']} /> turn down &nbsp; <Keys of={['R']} />{' '}
          reply
        </div>
      </div>
      <div className="tools">
        <SearchBox hint="Search reviews" asked={params.get('q') ?? ''} onAsk={ask} />
        {picked.size > 0 && mayWrite && (
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
        )}
      </div>
      {current ? (
        <div className="cols split queue">
          <div className="picklist">
            <ul ref={list}>
              {reviews.map((each, index) => (
                <li key={each.review.id} className="rv-pick" {...(index === at && { 'data-on': true })}>
                  {mayWrite && (
                    <Check
                      hidden
                      checked={picked.has(each.review.id)}
                      onChange={({ target }) => toggle(each.review.id, target.checked)}
                    >{`Pick ${titleOf(each)}`}</Check>
                  )}
                  <Link
                    to={`?${withParams(params, { id: each.review.id })}`}
                    replace
                    {...(index === at && { 'aria-current': 'true' as const })}
                  >
                    <Thumb src={each.product?.picture} size={36} />
                    <span className="two grow">
                      <span className="row rv-row">
                        <Stars of={each.review.content?.rating ?? 0} />
                        {isSuspicious(each) && (
                          <Status glyph="t-warn" tone="warn">
                            Suspicious
                          </Status>
                        )}
                      </span>
                      <b className="ell">{titleOf(each)}</b>
                      <span className="faint small">
                        {authorOf(each)}, {placedAt(each.review.createdDate ?? '', timeZone)}
                        {(each.review.content?.media.length ?? 0) > 0 && `, ${many(each.review.content!.media.length, 'picture')}`}
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            {next && (
              <p className="pad rv-next">
                <Button small onClick={() => ask({ after: next })}>
                  Show the next {perPage}
                </Button>
              </p>
            )}
          </div>
          <Reading
            key={current.review.id}
            of={current}
            shop={name}
            busy={busy}
            mayWrite={mayWrite}
            onDecide={(action) => decide(action, [current.review.id])}
            onReply={(message, publishes) => reply(current.review.id, message, publishes)}
          />
          <Rail
            of={current}
            next={following}
            alike={alike}
            busy={busy}
            onTurnDown={mayWrite && tab.of === 'waiting' ? (ids) => decide('REJECT', ids) : undefined}
          />
        </div>
      ) : (
        <div className="empty">
          <h2>{params.get('q') ? `No review says “${params.get('q')}”` : empty.title}</h2>
          {!params.get('q') && <p>{empty.words}</p>}
        </div>
      )}
      {rules && <RulesDialog mayWrite={mayWrite} onClose={() => setRules(false)} />}
    </>
  )
}
