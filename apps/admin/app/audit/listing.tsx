import type { AuditActor, AuditEntry } from '@vitrine/contract'
import { Key, LogIn, Wrench } from 'lucide-react'
import { client } from '../client.ts'
import { type Filter, type Listing, pageOf } from '../list/listing.ts'
import { Icon } from '../parts/icon.tsx'
import { useShop } from '../shop.ts'
import { aboutOf, actionOf, actorName, changeText, isVisit, kindWord } from './text.ts'
import { When } from './when.tsx'

const hourMs = 3_600_000
const since =
  (hours: number) =>
  (now: Date): Filter => ({ at: { $gte: new Date(now.getTime() - hours * hourMs).toISOString() } })

export function Who({ actor, act }: { actor: AuditActor; act?: AuditEntry['act'] }) {
  const name = actorName(actor)
  return (
    <span className="row" style={{ gap: '7px', flexWrap: 'nowrap' }}>
      {actor.kind === 'API_KEY' ? (
        <Icon of={Key} />
      ) : actor.kind === 'UNAUTHENTICATED' || (act && isVisit(act) && !actor.name) ? (
        <Icon of={LogIn} />
      ) : actor.name ? (
        <span className="av s" aria-hidden="true">
          {initials(name)}
        </span>
      ) : (
        <Icon of={Wrench} />
      )}
      <span className="named">{name}</span>
    </span>
  )
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()

function Change({ of }: { of: AuditEntry }) {
  const { timeZone } = useShop()
  return changeText(of, timeZone)
}

/** What the list is of, with who can be looked for, and with the one thing that it is about, where it is about one. */
export function listingOf(
  { actors, kinds }: { readonly actors: readonly AuditActor[]; readonly kinds: readonly string[] },
  params: URLSearchParams,
): Listing<AuditEntry> {
  const about = params.get('about')
  const search = params.toString()
  return {
    name: 'audit',
    path: '/audit',
    title: 'Audit log',
    one: 'change',
    more: 'changes',
    className: 'one',
    usualSort: '-when',
    idOf: ({ id }) => id,
    called: (entry) => `${aboutOf(entry)}, ${actionOf(entry)}`,
    to: ({ id }) => `/audit/${id}${search && `?${search}`}`,
    columns: [
      {
        id: 'when',
        name: 'When',
        sort: 'at',
        className: 'soft mono fit',
        bar: 60,
        cell: ({ at }) => <When at={at} />,
        text: ({ at }) => at,
      },
      {
        id: 'who',
        name: 'Who',
        bar: 110,
        cell: ({ actor, act }) => <Who actor={actor} act={act} />,
        text: ({ actor }) => actorName(actor),
      },
      { id: 'what', name: 'What', head: true, bar: 90, cell: aboutOf, text: aboutOf },
      { id: 'change', name: 'Change', className: 'soft clip', bar: 120, cell: actionOf, text: actionOf },
      {
        id: 'values',
        name: 'Before → after',
        className: 'mono clip values',
        bar: 90,
        none: (entry) => changeText(entry, 'UTC') === '',
        cell: (entry) => <Change of={entry} />,
        text: (entry) => changeText(entry, 'UTC'),
      },
      {
        id: 'address',
        name: 'From',
        extra: true,
        className: 'mono fit',
        none: ({ address }) => !address,
        cell: ({ address = '–' }) => address,
        text: ({ address = '' }) => address,
      },
      {
        id: 'request',
        name: 'Request',
        extra: true,
        className: 'mono clip',
        cell: ({ requestId }) => requestId,
        text: ({ requestId }) => requestId,
      },
    ],
    listFilters: [
      ...(about
        ? [
            {
              name: 'about',
              title: 'About',
              verb: '',
              single: true,
              choices: [{ value: about, says: params.get('called') ?? 'one thing', means: () => ({ entityIds: { $hasSome: [about] } }) }],
            },
          ]
        : []),
      {
        name: 'who',
        title: 'Who',
        verb: 'is',
        choices: actors.map((actor) => ({ value: actor.id!, says: actorName(actor), means: () => ({ actorId: actor.id! }) })),
      },
      {
        name: 'when',
        title: 'When',
        verb: 'in',
        single: true,
        choices: [
          { value: '1h', says: 'last hour', means: since(1) },
          { value: '1', says: 'last 24 hours', means: since(24) },
          { value: '7', says: 'last 7 days', means: since(7 * 24) },
          { value: '30', says: 'last 30 days', means: since(30 * 24) },
        ],
      },
      {
        name: 'what',
        title: 'What',
        verb: 'is',
        choices: kinds.map((kind) => ({ value: kind, says: kindWord(kind), means: () => ({ kind }) })),
      },
      {
        name: 'did',
        title: 'Change',
        verb: 'is',
        choices: (
          [
            ['made', 'CREATED'],
            ['changed', 'CHANGED'],
            ['deleted', 'DELETED'],
            ['done', 'DONE'],
            ['read', 'READ'],
            ['taken back', 'REVERTED'],
            ['signed in', 'SIGNED_IN'],
            ['signed out', 'SIGNED_OUT'],
            ['failed to sign in', 'SIGN_IN_FAILED'],
          ] as const
        ).map(([says, act]) => ({ value: act.toLowerCase(), says, means: () => ({ act }) })),
      },
      { name: 'from', title: 'Address', verb: 'is', meansText: (address) => ({ address }) },
    ],
    views: [
      { id: 'all', name: 'All', search: '' },
      { id: 'orders', name: 'Orders', search: 'what=order' },
      { id: 'taken-back', name: 'Taken back', search: 'did=reverted' },
      { id: 'sign-ins', name: 'Sign-ins', search: 'did=signed_in,signed_out,sign_in_failed' },
    ],
    search: {
      hint: 'Thing, field, person, request id',
      means: (text) => ({ words: { $hasAll: text.toLowerCase().split(/\s+/).slice(0, 8) } }),
    },
    read: async ({ query }, signal) => {
      const { entries, pagingMetadata, keptMonths } = await client.audit.queryAudit({ query }, { ...(signal && { signal }) })
      return { ...pageOf(entries, pagingMetadata), keptMonths }
    },
    nothing: { title: 'Nothing was changed yet', words: 'Whatever your staff or a program change from now on is listed here.' },
  }
}
