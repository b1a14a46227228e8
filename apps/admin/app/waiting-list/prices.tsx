import type { WatchedItem } from '@vitrine/contract'
import { many } from '../list/many.ts'
import { money } from '../orders/sums.ts'
import { ProductCell } from '../parts/product-cell.tsx'
import { Head, Table, Td, Tr } from '../parts/table.tsx'

export interface Watched {
  readonly items: readonly WatchedItem[]
  readonly currency: string
  readonly totals: { readonly items: number; readonly people: number; readonly sent: number }
}

/** The variants whose price people watch: they get one email when it falls. */
export function Prices({ of: { items, currency, totals } }: { of: Watched }) {
  const sent = totals.sent > 0 && `${many(totals.sent, 'person was', 'people were')} notified of a lower price so far.`
  if (items.length === 0)
    return (
      <section className="sec">
        <p className="soft">Nobody watches a price. The page of each product offers one email when it costs less. {sent}</p>
      </section>
    )
  return (
    <>
      <div className="tw" data-rows="">
        <Table
          caption="Prices that are watched"
          className="pic"
          head={
            <>
              <Head>Variant</Head>
              <Head className="num" aria-sort="descending">
                Watching
              </Head>
              <Head className="num">Price now</Head>
              <Head className="num">Price when they asked</Head>
            </>
          }
        >
          {items.map((item) => (
            <Tr key={`${item.productId} ${item.variantId}`}>
              <ProductCell of={item} says={item.choices} />
              <Td of="Watching" className="num">
                <b>{item.waiting.toLocaleString('en-GB')}</b>
              </Td>
              <Td of="Price now" className="num">
                {item.price === undefined ? '–' : money(item.price, currency)}
              </Td>
              <Td of="Price when they asked" className="num soft">
                {item.least === item.most ? money(item.least, currency) : `${money(item.least, currency)} to ${money(item.most, currency)}`}
              </Td>
            </Tr>
          ))}
        </Table>
      </div>
      {sent && <p className="pad small soft">{sent}</p>}
    </>
  )
}
