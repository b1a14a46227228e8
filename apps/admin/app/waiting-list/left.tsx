import type { Ok, WaitingListExit } from '@vitrine/contract'
import { placedAt } from '../orders/text.ts'
import { ProductCell } from '../parts/product-cell.tsx'
import { Head, Table, Td, Tr } from '../parts/table.tsx'
import { useShop } from '../shop.ts'

const exitText: Readonly<Record<WaitingListExit, string>> = {
  LINK: 'By the link of an email',
  ACCOUNT: 'By themselves, in the shop',
  SHOP: 'Taken off by the shop',
}

/** Who left before their email went; their addresses are gone with them. */
export function Left({ of: { left } }: { of: Ok<'GET /vitrine/v1/waiting-list/left'> }) {
  const { timeZone } = useShop()
  if (left.length === 0)
    return (
      <section className="sec">
        <p className="soft">Nobody left the list before their email in the last 180 days.</p>
      </section>
    )
  return (
    <>
      <div className="tw" data-rows="">
        <Table
          caption="Who left the list"
          className="pic"
          head={
            <>
              <Head>Variant</Head>
              <Head>Waited for</Head>
              <Head>Asked</Head>
              <Head>Left</Head>
              <Head>How</Head>
            </>
          }
        >
          {left.map((one, at) => (
            <Tr key={`${one.leftDate} ${at}`}>
              <ProductCell of={one} says={one.choices} />
              <Td of="Waited for">{one.kind === 'PRICE' ? 'a lower price' : 'stock'}</Td>
              <Td of="Asked" className="soft fit">
                {placedAt(one.askedDate, timeZone)}
              </Td>
              <Td of="Left" className="soft fit">
                {placedAt(one.leftDate, timeZone)}
              </Td>
              <Td of="How" className="soft">
                {exitText[one.how]}
              </Td>
            </Tr>
          ))}
        </Table>
      </div>
      <p className="pad small soft">Addresses are deleted when somebody leaves.</p>
    </>
  )
}
