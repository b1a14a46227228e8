import type { DraftItem, OrderLineItem } from '@vitrine/contract'
import { allot } from '@vitrine/pricing'
import { Undo2, X } from 'lucide-react'
import { IconButton } from '../../../parts/button.tsx'
import { Stepper } from '../../../parts/field.tsx'
import { Head, Table, Td, Tr } from '../../../parts/table.tsx'
import { added, written } from '../../sums.ts'
import { Thing } from '../thing.tsx'

const head = (
  <>
    <Head>Item</Head>
    <Head>Quantity</Head>
    <Head>Note</Head>
    <Head className="num">Each</Head>
    <Head className="num">Sum</Head>
    <Head>
      <span className="vh">Remove</span>
    </Head>
  </>
)

interface RowsProps {
  items: readonly DraftItem[]
  currency: string
  /** Units of each line that have shipped. */
  sent: ReadonlyMap<string, number>
  /** What was written into the fields and is not calculated yet. */
  wanted: ReadonlyMap<string, number>
  /** How many of a line there are to be, those that have left among them. */
  onQuantity: (lineId: string, quantity: number) => void
}

/** What has not left, and how much of it there is to be. */
export function Rows({ items, currency, sent, wanted, onQuantity }: RowsProps) {
  return (
    <Table caption="Items to change" className="in pic edits" head={head}>
      {items.map(({ added: isNew, removed, changedDetails, lineItem: line }) => {
        const left = sent.get(line.id) ?? 0
        const quantity = wanted.get(line.id) ?? (removed ? 0 : line.quantity)
        const before = isNew ? undefined : (changedDetails?.quantityBeforeChange ?? line.quantity)
        const isOff = quantity - left === 0 && (removed || wanted.has(line.id))
        const was = before === undefined ? 'new' : before === quantity ? undefined : `was ${before - left}`
        return (
          <Tr key={line.id} {...(isOff ? { 'data-edit': 'gone' } : isNew && { 'data-edit': 'new' })}>
            <Thing line={line} size={40} />
            <Td of="Quantity" className="fit">
              <Stepper
                of={line.productName?.original ?? line.id}
                value={quantity - left}
                note={was ?? ''}
                onChange={(units) => onQuantity(line.id, units + left)}
              />
            </Td>
            <Td of="Note" className="soft">
              {isOff ? 'off, goes back to stock' : noteOf(line, isNew ?? false)}
            </Td>
            <Td of="Each" className="num soft">
              {line.price?.formattedAmount}
            </Td>
            <Td of="Sum" className="num">
              <b>{removed ? written(added([], currency), currency) : partOf(line, line.quantity - left, currency)}</b>
            </Td>
            <Td of="Remove" className="fit">
              {isOff ? (
                <IconButton icon={Undo2} small name="Keep it after all" onClick={() => onQuantity(line.id, before ?? 1)} />
              ) : (
                <IconButton icon={X} small name={`Take ${line.productName?.original} off`} onClick={() => onQuantity(line.id, left)} />
              )}
            </Td>
          </Tr>
        )
      })}
    </Table>
  )
}

/** What has left: it stays as it is. */
export function SentRows({ caption, units, currency }: { caption: string; units: readonly Sent[]; currency: string }) {
  return (
    <Table caption={caption} className="in pic edits" head={head}>
      {units.map(({ line, quantity }) => (
        <Tr key={line.id}>
          <Thing line={line} size={40} />
          <Td of="Quantity" className="fit soft">
            {quantity}, sent
          </Td>
          <Td of="Note" />
          <Td of="Each" className="num soft">
            {line.price?.formattedAmount}
          </Td>
          <Td of="Sum" className="num">
            <b>{partOf(line, quantity, currency)}</b>
          </Td>
          <Td />
        </Tr>
      ))}
    </Table>
  )
}

export interface Sent {
  readonly line: OrderLineItem
  readonly quantity: number
}

/** What so many of a line's units come to, as a share of all of them. */
function partOf(line: OrderLineItem, units: number, currency: string): string {
  const whole = added([line.totalPriceAfterTax], currency)
  return written(line.quantity > 0 ? allot(whole, [units, line.quantity - units])[0]! : whole, currency)
}

function noteOf({ totalDiscount }: OrderLineItem, isNew: boolean): string {
  const off = totalDiscount && Number(totalDiscount.amount) > 0 ? `${totalDiscount.formattedAmount} off` : ''
  return [isNew && 'at the price of today', off].filter(Boolean).join(', ')
}
