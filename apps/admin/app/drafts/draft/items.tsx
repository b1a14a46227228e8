import type { DraftItem } from '@vitrine/contract'
import { X } from 'lucide-react'
import { Thing } from '../../orders/order/thing.tsx'
import { IconButton } from '../../parts/button.tsx'
import { Stepper } from '../../parts/field.tsx'
import { Status } from '../../parts/glyph.tsx'
import { Head, Table, Td, Tr } from '../../parts/table.tsx'

interface ItemsProps {
  items: readonly DraftItem[]
  /** How many units there are of each line, where they are counted. */
  stockItems: readonly { readonly lineItemId: string; readonly available?: number | undefined }[]
  /** What was written into the fields and is not calculated yet. */
  wanted: ReadonlyMap<string, number>
  readOnly: boolean
  onQuantity: (lineId: string, quantity: number) => void
}

export function Items({ items, stockItems, wanted, readOnly, onQuantity }: ItemsProps) {
  const left = new Map(stockItems.map(({ lineItemId, available }) => [lineItemId, available]))
  return (
    <Table
      caption="Items of the draft"
      className="in pic"
      head={
        <>
          <Head>Item</Head>
          <Head>Quantity</Head>
          <Head className="num">Each</Head>
          {!readOnly && <Head className="num">In stock</Head>}
          <Head className="num">Sum</Head>
          {!readOnly && (
            <Head>
              <span className="vh">Remove</span>
            </Head>
          )}
        </>
      }
    >
      {items.map(({ lineItem: line }) => {
        const name = line.productName?.original ?? ''
        const quantity = wanted.get(line.id) ?? line.quantity
        const there = left.get(line.id)
        return (
          <Tr key={line.id}>
            <Thing line={line} size={34} />
            <Td of="Quantity" className="fit">
              {readOnly ? (
                line.quantity
              ) : (
                <Stepper of={`of ${name}`} note="" value={quantity} onChange={(units) => onQuantity(line.id, units)} />
              )}
            </Td>
            <Td of="Each" className="num">
              {line.price?.formattedAmount}
            </Td>
            {!readOnly && (
              <Td of="In stock" className="num soft">
                {there === undefined ? (
                  '–'
                ) : there < quantity ? (
                  <Status glyph="s-slash" tone="bad">
                    {`only ${Math.max(0, there)}`}
                  </Status>
                ) : (
                  there
                )}
              </Td>
            )}
            <Td of="Sum" className="num">
              {line.totalPriceAfterTax?.formattedAmount}
            </Td>
            {!readOnly && (
              <Td of="Remove" className="fit">
                <IconButton icon={X} small name={`Remove ${name}`} onClick={() => onQuantity(line.id, 0)} />
              </Td>
            )}
          </Tr>
        )
      })}
    </Table>
  )
}
