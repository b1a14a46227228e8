import type { Ok, PersonalDataKind } from '@vitrine/contract'
import { Database, Heart, Inbox, type LucideIcon, Mail, MessageCircleQuestion, Package, Star, UserX } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../client.ts'
import { dateOf, many } from '../../orders/text.ts'
import { useAnswer } from '../../parts/answer.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { erasureText, kindNames } from '../../personal-data/kinds.ts'
import { useShop } from '../../shop.ts'

interface DeleteMemberProps {
  id: string
  name: string
  busy: boolean
  onDo: () => void
  onClose: () => void
}

/** What a deletion touches, and until when it can be undone. */
export function DeleteMember({ id, name, busy, onDo, onClose }: DeleteMemberProps) {
  const { timeZone } = useShop()
  const [typed, setTyped] = useState('')
  const answer = useAnswer({
    ask: (signal) => client.memberAdmin.previewDeletion({ id }, { signal }).catch((): 'FAILED' => 'FAILED'),
    of: id,
    ms: 0,
  })
  const touched = answer === 'FAILED' ? undefined : answer
  return (
    <Dialog
      wide
      title={`Delete ${name}?`}
      about="It happens in 30 days, until then one click undoes it."
      says={touched && `Runs on ${dateOf(touched.purgeDate, timeZone)}`}
      does="Delete in 30 days"
      kind="danger"
      cancel={`Keep ${name}`}
      busy={busy}
      disabled={!touched || typed.trim() !== name}
      onDo={onDo}
      onClose={onClose}
    >
      {touched ? (
        <Table
          caption="What this touches"
          className="in touches"
          headHidden
          head={
            <>
              <Head>What</Head>
              <Head>What becomes of it</Head>
            </>
          }
        >
          {rowsOf(touched).map(({ icon, what, becomes, tone }) => (
            <Tr key={what}>
              <RowHead>
                <span className="row">
                  <span className="faint">
                    <Icon of={icon} />
                  </span>
                  {what}
                </span>
              </RowHead>
              <Td className={tone}>{becomes}</Td>
            </Tr>
          ))}
        </Table>
      ) : (
        <p className="soft" role="status">
          {answer === 'FAILED' ? 'What this touches could not be read. Close this, and try again.' : 'Looking for what this touches …'}
        </p>
      )}
      <div className="after">
        <TextField label="Type the name to go on" value={typed} onChange={(event) => setTyped(event.target.value)} data-first="" />
      </div>
    </Dialog>
  )
}

interface Touched {
  readonly icon: LucideIcon
  readonly what: string
  readonly becomes: string
  readonly tone: string
}

const icons: Partial<Record<PersonalDataKind, LucideIcon>> = {
  REVIEWS: Star,
  QUESTIONS: MessageCircleQuestion,
  WISHLISTS: Heart,
  NEWSLETTER: Mail,
  EMAILS: Mail,
  BACK_IN_STOCK_REQUESTS: Mail,
}

function rowsOf({ orders, spent, underWay, addresses, cards, counts }: Ok<'GET /vitrine/v1/members/{id}/deletion'>): readonly Touched[] {
  return [
    {
      icon: UserX,
      what: ['Account', many(addresses, 'address', 'addresses'), ...(cards > 0 ? [many(cards, 'card')] : [])].join(', '),
      becomes: 'deleted',
      tone: 'down',
    },
    ...(orders > 0
      ? [
          {
            icon: Inbox,
            what: `${many(orders, 'order')}, ${spent.formattedAmount}`,
            becomes: 'kept ten years for the tax office, name and address blanked',
            tone: 'soft',
          },
        ]
      : []),
    ...(underWay > 0
      ? [{ icon: Package, what: `${many(underWay, 'order')} on the way`, becomes: 'delivered first, then blanked', tone: 'warn-i' }]
      : []),
    // Orders and cards are said above.
    ...counts
      .filter(({ kind }) => kind !== 'ORDERS' && kind !== 'SAVED_CARDS')
      .map(({ kind, count, erasure }) => ({
        icon: icons[kind] ?? Database,
        what: `${kindNames[kind]}, ${count}`,
        becomes: erasureText[erasure],
        tone: erasure === 'DELETED' ? 'down' : 'soft',
      })),
  ]
}
