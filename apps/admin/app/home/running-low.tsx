import type { LowStock } from '@vitrine/contract'
import { Link } from 'react-router'
import { many } from '../orders/text.ts'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { nothingLow } from './empty-text.ts'

/** For how long there is enough, as it sold of late. */
function lasts({ left, soldIn30Days }: LowStock): string {
  if (left === 0) return '—'
  return soldIn30Days === 0 ? 'over a month' : many(Math.max(1, Math.floor((left / soldIn30Days) * 30)), 'day')
}

export function RunningLow({ of, hasProducts }: { of: readonly LowStock[]; hasProducts: boolean }) {
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Running low</h2>
        {of.length > 0 && <p>three or fewer; sold in 30 days</p>}
        <div className="acts">
          <Link className="a small" to="/inventory?view=low">
            Inventory
          </Link>
        </div>
      </header>
      {of.length === 0 ? (
        <p className="soft">{nothingLow(hasProducts)}</p>
      ) : (
        <Table
          caption="Low stock"
          className="in"
          head={
            <>
              <Head>Variant</Head>
              <Head className="num">Left</Head>
              <Head className="num">Sold</Head>
              <Head className="num">Lasts</Head>
            </>
          }
        >
          {of.map((stockItem) => (
            <Tr key={`${stockItem.productId} ${stockItem.variantId}`}>
              <RowHead>
                <div className="withpic">
                  <Thumb src={stockItem.image} size={28} />
                  <span>
                    <Link className="lead" to={`/inventory?${new URLSearchParams({ q: stockItem.sku || stockItem.name })}`}>
                      {stockItem.name}
                    </Link>{' '}
                    <span className="faint">{stockItem.choices ?? stockItem.sku}</span>
                  </span>
                </div>
              </RowHead>
              <Td of="Left" className="num">
                {stockItem.left === 0 ? (
                  <span className="st" data-tone="bad">
                    Out
                  </span>
                ) : (
                  stockItem.left
                )}
              </Td>
              <Td of="Sold" className="num soft">
                {stockItem.soldIn30Days || '–'}
              </Td>
              <Td of="Lasts" className="num soft">
                {lasts(stockItem)}
              </Td>
            </Tr>
          ))}
        </Table>
      )}
    </section>
  )
}
