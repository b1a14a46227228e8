import type { MemberOverview } from '@vitrine/contract'
import { Ban, Check, History, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../client.ts'
import { List } from '../../list/list.tsx'
import { type Listing, pageOf } from '../../list/listing.ts'
import { loaderOf } from '../../list/load.ts'
import { placedAt } from '../../orders/text.ts'
import { Button } from '../../parts/button.tsx'
import { useMay } from '../../shell/layout.tsx'
import { useShop } from '../../shop.ts'
import { cityOf, initialsOf, MemberStatus, nameOf, wordOf } from '../text.tsx'
import { doTo, takeBack, toAll } from './bulk.ts'
import { BulkChanges } from './bulk-changes.tsx'
import { memberFile } from './export.ts'
import { useFacts } from './facts.ts'
import { InviteDialog } from './invite-dialog.tsx'

const At = ({ iso }: { iso: string }) => placedAt(iso, useShop().timeZone)
const dash = <span className="faint">–</span>
const seenOf = ({ member }: MemberOverview): string => member.lastLoginDate ?? member.createdDate!
const yearMs = 365 * 24 * 3600_000

/** Beside the filter there are words, which are looked for apart from it. */
const wordsKey = 'words'
const counted = 10_000

const members: Listing<MemberOverview> = {
  name: 'members',
  path: '/members',
  title: 'Members',
  one: 'member',
  more: 'members',
  className: 'pic members',
  usualSort: '-seen',
  columns: [
    {
      id: 'name',
      name: 'Name',
      head: true,
      sort: 'contact.lastName',
      bar: 140,
      cell: (of) => (
        <span className="withpic">
          <span className="av" aria-hidden="true">
            {initialsOf(nameOf(of))}
          </span>
          <span className="two">
            <span>{nameOf(of)}</span>
            {nameOf(of) !== of.member.loginEmail && <span>{of.member.loginEmail}</span>}
          </span>
        </span>
      ),
      text: nameOf,
    },
    {
      id: 'mail',
      name: 'Email',
      extra: true,
      className: 'soft fit',
      bar: 140,
      cell: ({ member }) => member.loginEmail,
      text: ({ member }) => member.loginEmail ?? '',
    },
    { id: 'status', name: 'Status', className: 'fit', bar: 70, cell: (of) => <MemberStatus of={of} />, text: (of) => wordOf(of)[2] },
    {
      id: 'orders',
      name: 'Orders',
      className: 'num',
      bar: 24,
      cell: ({ purchases }) => purchases.orders.toLocaleString('en-GB'),
      text: ({ purchases }) => String(purchases.orders),
    },
    {
      id: 'spent',
      name: 'Spent',
      className: 'num',
      bar: 56,
      cell: ({ purchases }) => purchases.spent.formattedAmount,
      text: ({ purchases }) => purchases.spent.amount,
    },
    {
      id: 'seen',
      name: 'Last seen',
      sort: 'lastLoginDate',
      className: 'soft fit',
      bar: 46,
      cell: (of) => <At iso={seenOf(of)} />,
      text: seenOf,
    },
    {
      id: 'place',
      name: 'Place',
      className: 'soft clip',
      bar: 60,
      none: (of) => cityOf(of) === '',
      cell: (of) => cityOf(of) || dash,
      text: cityOf,
    },
    {
      id: 'since',
      name: 'Member since',
      sort: 'createdDate',
      extra: true,
      className: 'soft fit',
      bar: 46,
      cell: ({ member }) => <At iso={member.createdDate!} />,
      text: ({ member }) => member.createdDate!,
    },
    {
      id: 'slug',
      name: 'Page',
      extra: true,
      className: 'soft clip',
      bar: 60,
      cell: ({ member }) => member.profile?.slug,
      text: ({ member }) => member.profile?.slug ?? '',
    },
  ],
  listFilters: [
    {
      name: 'status',
      title: 'Status',
      verb: 'is',
      choices: [
        { value: 'waiting', says: 'waiting for approval', means: () => ({ status: 'PENDING', loginEmailVerified: true }) },
        { value: 'unconfirmed', says: 'email not confirmed', means: () => ({ status: 'PENDING', loginEmailVerified: false }) },
        { value: 'member', says: 'member', means: () => ({ status: 'APPROVED' }) },
        { value: 'blocked', says: 'blocked', means: () => ({ status: 'BLOCKED' }) },
        { value: 'muted', says: 'muted', means: () => ({ activityStatus: 'MUTED' }) },
        { value: 'disconnected', says: 'disconnected', means: () => ({ status: 'OFFLINE' }) },
        { value: 'deleted', says: 'deleted', means: () => ({ deleted: true }) },
      ],
    },
    {
      name: 'community',
      title: 'Community',
      verb: 'is',
      single: true,
      choices: [
        { value: 'in', says: 'joined', means: () => ({ privacyStatus: 'PUBLIC' }) },
        { value: 'out', says: 'not joined', means: () => ({ privacyStatus: 'PRIVATE' }) },
      ],
    },
    {
      name: 'seen',
      title: 'Last seen',
      verb: 'was',
      single: true,
      choices: [
        {
          value: 'month',
          says: 'within 30 days',
          means: (now) => ({ lastLoginDate: { $gte: new Date(now.getTime() - 30 * 24 * 3600_000).toISOString() } }),
        },
        {
          value: 'quiet',
          says: 'more than a year ago',
          means: (now) => ({ lastLoginDate: { $lt: new Date(now.getTime() - yearMs).toISOString() } }),
        },
      ],
    },
    { name: 'mail', title: 'Email', verb: 'has', meansText: (text) => ({ loginEmail: { $contains: text } }) },
  ],
  views: [
    { id: 'all', name: 'All', search: '' },
    { id: 'waiting', name: 'To approve', search: 'status=waiting,unconfirmed' },
    { id: 'quiet', name: 'Quiet for a year', search: 'seen=quiet' },
    { id: 'blocked', name: 'Blocked', search: 'status=blocked' },
    { id: 'deleted', name: 'Deleted', search: 'status=deleted' },
  ],
  search: { hint: 'Name, email, phone', means: (text) => ({ [wordsKey]: { $contains: text } }) },
  idOf: ({ member }) => member.id!,
  called: nameOf,
  to: ({ member }) => `/members/${member.id}`,
  read: async ({ query }, signal) => {
    const { members: rows, pagingMetadata } = await client.memberAdmin.searchMembers({ search: query }, { ...(signal && { signal }) })
    return pageOf(rows, pagingMetadata)
  },
  count: async (filters, most) => {
    const { counts } = await client.memberAdmin.countMembers({ filters: [...filters] })
    // The shop counts no further: there may be more.
    return counts.map((count) => Math.min(count >= counted ? Infinity : count, most))
  },
  file: memberFile,
  acts: [
    {
      name: 'Approve',
      icon: Check,
      key: 'a',
      needs: 'members.write',
      fits: ({ member, deletion }) => !deletion && (member.status === 'PENDING' || member.status === 'BLOCKED'),
      run: (rows) => doTo('APPROVE', rows),
      all: toAll('APPROVE'),
      said: (count) => `${count} approved.`,
      undo: takeBack,
    },
    {
      name: 'Block',
      icon: Ban,
      key: 'b',
      needs: 'members.write',
      fits: ({ member, deletion }) => !deletion && member.status !== 'BLOCKED',
      run: (rows) => doTo('BLOCK', rows),
      all: toAll('BLOCK'),
      said: (count) => `${count} blocked.`,
      undo: takeBack,
    },
    {
      name: 'Delete',
      icon: Trash2,
      needs: 'members.write',
      fits: ({ deletion }) => !deletion,
      run: (rows) => doTo('DELETE', rows),
      all: toAll('DELETE'),
      said: (count) => `${count} deleted. They can come back for 30 days.`,
      undo: takeBack,
    },
  ],
  nothing: { title: 'No members yet', words: 'Customers who open an account in the shop are listed here.' },
}

export const loader = loaderOf(members)

/** Who waits is let in with one press. */
const stepOf = ({ member, deletion }: MemberOverview) =>
  !deletion && member.status === 'PENDING' ? { says: 'Approve', act: 'Approve' } : undefined

export function Members() {
  const [open, setOpen] = useState(false)
  const [inviting, setInviting] = useState(false)
  const mayWrite = useMay()('members.write')
  const facts = useFacts()
  return (
    <>
      <List
        of={members}
        facts={facts && <span>{facts}</span>}
        step={stepOf}
        rowMenu
        {...(mayWrite && {
          main: (
            <Button kind="primary" icon={Plus} onClick={() => setInviting(true)}>
              Invite
            </Button>
          ),
        })}
      >
        {mayWrite && (
          <Button icon={History} onClick={() => setOpen(true)}>
            Bulk changes
          </Button>
        )}
      </List>
      {open && <BulkChanges onClose={() => setOpen(false)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}
