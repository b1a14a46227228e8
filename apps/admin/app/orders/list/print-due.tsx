import { Printer } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../client.ts'
import { Button } from '../../parts/button.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { useShop } from '../../shop.ts'
import { attempted, printSlips } from '../acts.ts'
import { many } from '../text.ts'
import { dueToday } from './due.ts'
import { mostSlips } from './today.ts'

/** Prints the packing slips of what has to leave today, the most urgent first. */
export function PrintDue({ due }: { due: number }) {
  const say = useSay()
  const { timeZone } = useShop()
  const [busy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    const { ok, says } = await attempted(() =>
      printSlips(async () => {
        const { orders } = await client.orders.searchOrders({
          search: {
            filter: dueToday(new Date(), timeZone),
            sort: [{ fieldName: 'shippingInfo.logistics.shipByDate', order: 'ASC' }],
            cursorPaging: { limit: mostSlips },
          },
        })
        return orders
      }),
    )
    setBusy(false)
    say(ok ? { text: `Packing slips of ${many(Math.min(due, mostSlips), 'order')}, in a tab of their own.` } : { text: says, bad: true })
  }
  return (
    <Button icon={Printer} disabled={busy} onClick={() => void print()}>
      {due > mostSlips ? `Print the first ${mostSlips} due today` : `Print ${due} due today`}
    </Button>
  )
}
