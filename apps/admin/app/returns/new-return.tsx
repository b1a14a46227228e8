import type { Order } from '@vitrine/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { meaning } from '../orders/find.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { BeginDialog } from './begin-dialog.tsx'
import { refusals } from './text.tsx'

/** Begins a return: first of which order, then of what in it. */
export function NewReturn({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { act, busy } = useAct(refusals)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [order, setOrder] = useState<Order>()
  const [isLooking, setLooking] = useState(false)
  const look = async () => {
    setLooking(true)
    try {
      const { orders } = await client.orders.searchOrders({ search: { filter: meaning(text), cursorPaging: { limit: 2 } } })
      const exact = orders.find(({ number }) => number === text.replace(/\D/g, ''))
      const found = exact ?? (orders.length === 1 ? orders[0] : undefined)
      if (found) setOrder(found)
      else setFault(orders.length === 0 ? 'There is no such order.' : 'Several orders are meant. Write the number of one.')
    } catch {
      setFault('The shop did not answer. Try it again.')
    } finally {
      setLooking(false)
    }
  }
  if (order) return <BeginDialog order={order} busy={busy} onAct={act} onMade={(id) => void navigate(`/returns/${id}`)} onClose={onClose} />
  return (
    <Dialog
      title="New return"
      about="Of which order? What comes back of it is chosen next."
      does="Go on"
      busy={isLooking}
      disabled={text.trim() === ''}
      onDo={() => void look()}
      onClose={onClose}
    >
      <TextField
        label="Order"
        hint="Its number, or the buyer’s email."
        maxLength={200}
        autoComplete="off"
        value={text}
        error={fault}
        onChange={({ target }) => {
          setText(target.value)
          setFault(undefined)
        }}
        data-first=""
      />
    </Dialog>
  )
}
