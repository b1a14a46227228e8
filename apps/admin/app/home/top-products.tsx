import type { TopProduct } from '@vitrine/contract'
import { money } from '../orders/sums.ts'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { percentMore, toneOf } from './change.ts'
import { share } from './measures.ts'

interface TopProductsProps {
  of: readonly TopProduct[]
  period: string
  /** What the column of changes is called: `To 15 Nov`. */
  changeTitle: string
  currency: string
}

/** `+24 %`; undefined where there was nothing before. */
function changeSince(now: number, was: number): { readonly text: string; readonly tone: string } | undefined {
  const more = percentMore(now, was)
  if (more === undefined) return undefined
  const percent = Math.round(more)
  return { text: `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`, tone: toneOf(percent) }
}

export function TopProducts({ of, period, changeTitle, currency }: TopProductsProps) {
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
              <Head className="num">{changeTitle}</Head>
            </>
          }
        >
          {of
            .map((product) => ({ ...product, changed: changeSince(Number(product.sales), Number(product.salesBefore)) }))
            .map(({ productId, name, image, sold, sales, salesBefore, changed }) => (
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
                <Td
                  of={changeTitle}
                  className={`num change ${changed?.tone ?? 'faint'}`}
                  {...(changed && { title: `was ${money(salesBefore, currency)}` })}
                >
                  {changed?.text ?? 'new'}
                </Td>
              </Tr>
            ))}
        </Table>
      )}
    </section>
  )
}
