import type { Ok } from '@vitrine/contract'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { Empty } from '../parts/empty.tsx'
import { OffsetPages, readFrom } from '../parts/offset-pages.tsx'
import { ProductCell } from '../parts/product-cell.tsx'
import { Head, Table, Td, Tr } from '../parts/table.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'

type Loaded = Ok<'GET /vitrine/v1/wishlists/products'> & { readonly from: number }

const perPage = 100

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const from = readFrom(new URL(url).searchParams)
  return { ...(await client.memberWishlists.listProductsOnWishlists({ limit: perPage, offset: from }, { signal })), from }
}

const figure = (count: number) => (count === 0 ? '–' : count.toLocaleString('en-GB'))

/** What people would like to have, the most wished for first. */
export function Wishlists() {
  const { products, totals, from } = useLoaderData<Loaded>()
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Wish lists' }])
  return (
    <>
      <PageHead
        title="Wish lists"
        facts={
          <span>
            {many(totals.people, 'person has', 'people have')} {many(totals.products, 'product')} on {many(totals.wishlists, 'list')}
            {totals.shared > 0 && `, ${totals.shared.toLocaleString('en-GB')} of them shared`}
          </span>
        }
      />
      {products.length === 0 ? (
        <Empty title="Nothing is on a wish list">A heart on each product puts it there.</Empty>
      ) : (
        <>
          <div className="tw" data-rows="">
            <Table
              caption="Products on wish lists"
              className="pic"
              head={
                <>
                  <Head>Product</Head>
                  <Head className="num" aria-sort="descending">
                    People
                  </Head>
                  <Head className="num">New in 30 days</Head>
                  <Head className="num">Lists</Head>
                  <Head className="num">Moved to the cart, 30 days</Head>
                  <Head className="num">Members who bought it</Head>
                </>
              }
            >
              {products.map((one) => (
                <Tr key={one.productId}>
                  <ProductCell of={one} says={one.soldOut && 'Sold out'} />
                  <Td of="People" className="num">
                    <b>{figure(one.people)}</b>
                  </Td>
                  <Td of="New in 30 days" className="num soft">
                    {figure(one.newPeople)}
                  </Td>
                  <Td of="Lists" className="num soft">
                    {figure(one.wishlists)}
                  </Td>
                  <Td of="Moved to the cart, 30 days" className="num">
                    {figure(one.moved)}
                  </Td>
                  <Td of="Members who bought it" className="num">
                    {figure(one.bought)}
                  </Td>
                </Tr>
              ))}
            </Table>
          </div>
          <OffsetPages at="/wishlists" from={from} perPage={perPage} shown={products.length} of={totals.products} />
          <p className="small soft">
            What visitors buy after they wished for it is not known; members are counted while the product stands on their list.
          </p>
        </>
      )}
    </>
  )
}
