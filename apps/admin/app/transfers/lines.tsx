import type { StockTransfer, TransferLine } from '@vitrine/contract'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { Thumb } from '../parts/thumb.tsx'

export const lineKey = ({ productId, variantId }: Pick<TransferLine, 'productId' | 'variantId'>): string => `${productId} ${variantId}`

export const lineName = ({ name, choices }: Pick<TransferLine, 'name' | 'choices'>): string =>
  [name || 'A deleted product', choices].filter(Boolean).join(', ')

/** Whether a text says how many units leave. */
export const isUnits = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text.trim())

/** The variant of a line, as it is recognised. */
export const Variant = ({ of: line }: { of: Pick<TransferLine, 'name' | 'choices' | 'image' | 'sku'> }) => (
  <span className="vrow">
    <Thumb src={line.image} size={26} />
    <span className="lead">{lineName(line)}</span>
    {line.sku && <span className="mono faint">{line.sku}</span>}
  </span>
)

const figure = (quantity: number): string => (quantity === 0 ? '–' : quantity.toLocaleString('en-GB'))

/** What is in a transfer, and what of it has arrived. */
export function Lines({ of: { lines } }: { of: StockTransfer }) {
  return (
    <section className="sec">
      {lines.length === 0 ? (
        <p className="soft">There is nothing in this transfer.</p>
      ) : (
        <Table
          caption="Variants of this transfer"
          head={
            <>
              <Head>Variant</Head>
              <Head className="num">Sent</Head>
              <Head className="num">Received</Head>
              <Head className="num">Missing</Head>
            </>
          }
        >
          {lines.map((line) => (
            <Tr key={lineKey(line)}>
              <RowHead>
                <Variant of={line} />
              </RowHead>
              <Td of="Sent" className="num">
                {figure(line.quantity)}
              </Td>
              <Td of="Received" className="num">
                {figure(line.received)}
              </Td>
              <Td of="Missing" className="num">
                {figure(line.missing)}
              </Td>
            </Tr>
          ))}
        </Table>
      )}
    </section>
  )
}
