import type { LowStock } from '@vitrine/contract'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'

export function RunningLow({ of }: { of: readonly LowStock[] }) {
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Running low</h2>
        {of.length > 0 && <p>three pieces or fewer</p>}
      </header>
      {of.length === 0 ? (
        <p className="soft">There is enough of everything.</p>
      ) : (
        <Table
          caption="Low stock"
          className="in"
          head={
            <>
              <Head>Variant</Head>
              <Head className="num">Left</Head>
              <Head className="num">Sold in 30 days</Head>
            </>
          }
        >
          {of.map(({ productId, variantId, name, sku, left, soldIn30Days }) => (
            <Tr key={`${productId} ${variantId}`}>
              <RowHead>
                <span className="lead">{name}</span> <span className="faint mono">{sku}</span>
              </RowHead>
              <Td of="Left" className="num">
                {left === 0 ? (
                  <span className="st" data-tone="bad">
                    Out
                  </span>
                ) : (
                  left
                )}
              </Td>
              <Td of="Sold in 30 days" className="num soft">
                {soldIn30Days || '–'}
              </Td>
            </Tr>
          ))}
        </Table>
      )}
    </section>
  )
}
