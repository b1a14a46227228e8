import type { TopProduct } from '@vitrine/contract'
import { money } from '../orders/sums.ts'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { share } from './measures.ts'

export function TopProducts({ of, period, currency }: { of: readonly TopProduct[]; period: string; currency: string }) {
  const most = Math.max(0, ...of.map(({ sales }) => Number(sales)))
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Top products</h2>
        <p>{period}</p>
      </header>
      {of.length === 0 ? (
        <p className="soft">Nothing sold yet.</p>
      ) : (
        <Table
          caption="Top products"
          className="in"
          head={
            <>
              <Head>Product</Head>
              <Head className="num">Sold</Head>
              <Head className="num">Sales</Head>
              <Head>
                <span className="vh">Share</span>
              </Head>
              <Head className="num">Before</Head>
            </>
          }
        >
          {of.map(({ productId, name, image, sold, sales, salesBefore }) => (
            <Tr key={productId ?? name}>
              <RowHead>
                <div className="withpic">
                  <Thumb src={image} size={28} />
                  <span className="lead">{name}</span>
                </div>
              </RowHead>
              <Td of="Sold" className="num">
                {sold}
              </Td>
              <Td of="Sales" className="num">
                {money(sales, currency)}
              </Td>
              <Td style={{ inlineSize: 72 }}>
                <span
                  className="meter"
                  data-tone="accent"
                  style={{ '--v': `${(share(Number(sales), most) * 100).toFixed(1)}%` } as React.CSSProperties}
                />
              </Td>
              <Td of="Before" className="num soft">
                {Number(salesBefore) === 0 ? '–' : money(salesBefore, currency)}
              </Td>
            </Tr>
          ))}
        </Table>
      )}
    </section>
  )
}
