import type { WaitingItem, WaitingListSettings } from '@vitrine/contract'
import { ArrowDown, Send } from 'lucide-react'
import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { money } from '../orders/sums.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { Check } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { ProductCell, unnamed } from '../parts/product-cell.tsx'
import { Spark } from '../parts/spark.tsx'
import { ActionsHead, Head, Table, Td, Tr } from '../parts/table.tsx'
import { comesOf, planOf } from './text.ts'

interface VariantsProps {
  readonly items: readonly WaitingItem[]
  readonly currency: string
  readonly settings: WaitingListSettings
  readonly mayWrite: boolean
}

const nameOf = ({ name, choices }: WaitingItem) => [name || unnamed, choices].filter(Boolean).join(', ')

/** Demand by variant, the most waited for first. */
export function Variants({ items, currency, settings, mayWrite }: VariantsProps) {
  const [sending, setSending] = useState<WaitingItem>()
  if (items.length === 0) return <Empty title="Nobody waits">Where something is sold out, its page offers one email when it is back.</Empty>
  return (
    <div className="tw" data-rows="">
      <Table
        caption="Demand by variant"
        className="pic waiting"
        head={
          <>
            <Head>Variant</Head>
            <Head className="num" aria-sort="descending">
              <span className="sort">
                Waiting
                <Icon of={ArrowDown} small />
              </span>
            </Head>
            <Head data-c="new" className="num">
              New this week
            </Head>
            <Head data-c="weeks">12 weeks</Head>
            <Head className="num">Worth</Head>
            <Head>Comes</Head>
            <Head data-c="plan">When it comes</Head>
            {mayWrite && <ActionsHead />}
          </>
        }
      >
        {items.map((item) => (
          <Tr key={`${item.productId} ${item.variantId}`}>
            <ProductCell of={item} says={item.choices} />
            <Td of="Waiting" className="num">
              <b>{item.waiting.toLocaleString('en-GB')}</b>
            </Td>
            <Td of="New this week" data-c="new" className="num soft">
              {item.newThisWeek === 0 ? '–' : item.newThisWeek.toLocaleString('en-GB')}
            </Td>
            <Td of="12 weeks" data-c="weeks">
              <Spark of={item.weeks} width={96} height={20} />
            </Td>
            <Td of="Worth" className="num">
              {item.worth === undefined ? '–' : money(item.worth, currency)}
            </Td>
            <Td of="Comes" className="soft">
              {comesOf(item)}
            </Td>
            <Td of="When it comes" data-c="plan" className="soft">
              {planOf(item, settings)}
            </Td>
            {mayWrite && (
              <Td of="Actions" className="fit">
                <Button small icon={Send} disabled={item.available === 0} onClick={() => setSending(item)}>
                  Send now<span className="vh"> to those who wait for {nameOf(item)}</span>
                </Button>
              </Td>
            )}
          </Tr>
        ))}
      </Table>
      {sending && <SendNow item={sending} settings={settings} onClose={() => setSending(undefined)} />}
    </div>
  )
}

interface SendNowProps {
  readonly item: WaitingItem
  readonly settings: WaitingListSettings
  readonly onClose: () => void
}

function SendNow({ item, settings, onClose }: SendNowProps) {
  const { act, busy } = useAct({ WAITING_ITEM_OUT_OF_STOCK: 'It is out of stock again, so nobody was notified.' })
  const [all, setAll] = useState(false)
  const { productId, variantId, waiting, available } = item
  const most = all || available === undefined ? waiting : Math.min(waiting, available * settings.peoplePerUnit)
  const send = () =>
    act(async () => {
      const { people } = await client.waitingList.sendNow({ productId, variantId, all })
      return people === 0 ? 'Nobody waits any more.' : `${many(people, 'email')} will go within a minute.`
    }).then(() => onClose())
  return (
    <Dialog
      title={`Notify those who wait for ${nameOf(item)}`}
      about={`${many(waiting, 'person waits', 'people wait')}${available === undefined ? '' : `, ${many(available, 'unit')} can be sold`}.`}
      does={`Send ${many(most, 'email')}`}
      busy={busy}
      onDo={() => void send()}
      onClose={onClose}
    >
      <div className="stack">
        <p className="soft">Those who asked first are notified first, without waiting for the next round.</p>
        {available !== undefined && available * settings.peoplePerUnit < waiting && (
          <Check checked={all} onChange={({ target }) => setAll(target.checked)} hint="More people than the stock is good for">
            Notify all who wait
          </Check>
        )}
      </div>
    </Dialog>
  )
}
