import { Refused } from '@vitrine/client'
import type { CartTest } from '@vitrine/contract'
import { minor, roundDecimal } from '@vitrine/pricing'
import { CopyCheck, History, Link, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { PickProduct } from '../orders/pick-product.tsx'
import { written } from '../orders/sums.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Stepper } from '../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { signedIn } from '../session/session.ts'
import { PageHead, usePlace } from '../shell/page.tsx'
import { readShop, useShop } from '../shop.ts'
import { askedOf, type Case, caseIn, type Item, paramsOf, turned, withItem } from './case.ts'
import { Codes } from './codes.tsx'
import { Result } from './result.tsx'
import { StartFrom } from './start-from.tsx'
import { Where } from './where.tsx'

interface Loaded {
  readonly asked: Case
  readonly test: CartTest | undefined
  /** Why there is no answer. */
  readonly says: string | undefined
  readonly ms: number
  /** Those who pay no taxes, or others; none where one may not know of taxes. */
  readonly exempt: readonly { readonly id: string; readonly name: string }[]
}

export async function loader({ request }: { request: Request }): Promise<Loaded> {
  const shop = await readShop()
  const asked = caseIn(new URL(request.url).searchParams, shop.country)
  const tested = askedOf(asked)
  const exempt = await exemptGroups(request.signal)
  if (!tested) return { asked, exempt, test: undefined, says: undefined, ms: 0 }
  const start = performance.now()
  try {
    const { cartTest } = await client.cartTester.testCart(tested, { signal: request.signal })
    return { asked, exempt, test: cartTest, says: undefined, ms: Math.max(1, Math.round(performance.now() - start)) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const says = error.code === 'ITEM_NOT_FOUND_IN_CATALOG' ? 'One of these is not sold any more. Take it out.' : error.message
    return { asked, exempt, test: undefined, says, ms: 0 }
  }
}

async function exemptGroups(signal: AbortSignal): Promise<Loaded['exempt']> {
  const person = await signedIn()
  if (!person?.rights.has('taxes.read')) return []
  const { taxExemptGroups } = await client.taxExemptGroups.queryTaxExemptGroups({}, { signal })
  return taxExemptGroups.map(({ id, name }) => ({ id, name }))
}

/** What was answered before the last turn, and what was turned. */
function useBefore({ asked, test }: Loaded): { readonly test: CartTest; readonly what: readonly string[] } | undefined {
  const last = useRef<{ readonly asked: Case; readonly test: CartTest } | undefined>(undefined)
  const [before, setBefore] = useState<{ readonly test: CartTest; readonly what: readonly string[] }>()
  useEffect(() => {
    const known = last.current
    if (!test || known?.test === test) return
    const what = known ? turned(known.asked, asked) : []
    if (known && what.length > 0) setBefore({ test: known.test, what })
    last.current = { asked, test }
  }, [asked, test])
  return before
}

/** What a cart would pay that nobody has, with every total opened. */
export function CartTester() {
  usePlace([{ name: 'Promotions', to: '/promotions' }, { name: 'Cart tester' }])
  const loaded = useLoaderData<Loaded>()
  const { asked, test, says, ms } = loaded
  const shop = useShop()
  const [, setParams] = useSearchParams()
  const before = useBefore(loaded)
  const isTotals = useNavigation().state === 'loading'
  const [starting, setStarting] = useState(false)
  const turn = (change: Partial<Case>) => setParams(paramsOf({ ...asked, ...change }), { replace: true, preventScrollReset: true })
  const setItem = (at: number, quantity: number) =>
    turn({ items: asked.items.flatMap((item, i) => (i !== at ? [item] : quantity > 0 ? [{ ...item, quantity }] : [])) })
  return (
    <>
      <PageHead title="What would this cart pay?" facts={<span>Nothing is ordered or reserved here</span>}>
        <Button icon={History} onClick={() => setStarting(true)}>
          Start from an order
        </Button>
        <CopyLink />
      </PageHead>
      <div className="cols halves">
        <div>
          <section className="sec">
            <header className="sec-h">
              <h2>Cart</h2>
            </header>
            {asked.items.length > 0 && (
              <Table
                caption="Cart"
                className="in pic"
                headHidden
                head={
                  <>
                    <Head>Item</Head>
                    <Head>Quantity</Head>
                    <Head>Price</Head>
                    <Head>Remove</Head>
                  </>
                }
              >
                {asked.items.map((item, i) => (
                  <Line
                    key={`${item.productId} ${Object.values(item.choices).join(' ')}`}
                    item={item}
                    line={test?.checkout.lineItems[i]}
                    currency={test?.checkout.currency ?? shop.currency}
                    onSet={(quantity) => setItem(i, quantity)}
                  />
                ))}
              </Table>
            )}
            <PickProduct
              onPick={async ({ catalogReference, quantity }) => {
                const { options } = catalogReference?.options ?? {}
                const choices = Object.fromEntries(Object.entries(options ?? {}).map(([name, choice]) => [name, String(choice)]))
                turn({ items: withItem(asked.items, { productId: catalogReference?.catalogItemId ?? '', choices, quantity }) })
                return true
              }}
            />
          </section>
          <Where asked={asked} test={test} exempt={loaded.exempt} onTurn={turn} />
          <Codes asked={asked} test={test} onTurn={turn} />
        </div>
        <section className="preview" aria-label="Result" aria-busy={isTotals}>
          {test ? (
            <Result test={test} ms={ms} before={before} onDelivery={(delivery) => turn({ delivery })} />
          ) : (
            <>
              <h2>It pays</h2>
              <p className="soft" role="status">
                {says ?? 'Nothing yet. Add an item, and everything that the checkout would calculate opens here.'}
              </p>
            </>
          )}
        </section>
      </div>
      {starting && (
        <StartFrom
          onClose={() => setStarting(false)}
          onStart={(from) => {
            setStarting(false)
            turn(from)
          }}
        />
      )}
    </>
  )
}

interface LineProps {
  item: Item
  line: CartTest['checkout']['lineItems'][number] | undefined
  currency: string
  onSet: (quantity: number) => void
}

function Line({ item, line, currency, onSet }: LineProps) {
  const name = line?.productName?.original ?? 'Item'
  const of = (price: { readonly amount?: string | undefined } | undefined) => roundDecimal(price?.amount ?? '0', currency)
  const [paid, off] = [of(line?.lineItemPrice), of(line?.discount)]
  return (
    <Tr>
      <RowHead>
        <div className="withpic">
          <Thumb src={line?.media?.url} size={32} />
          <div className="two">
            <span className="lead">{name}</span>
            <span>{Object.values(item.choices).join(' · ')}</span>
          </div>
        </div>
      </RowHead>
      <Td className="fit" of="Quantity">
        <Stepper of={name} value={item.quantity} onChange={onSet} />
      </Td>
      <Td className="num" of="Price">
        {line && off > 0 && <s className="faint">{written(minor(paid + off), currency)}</s>} {line && written(paid, currency)}
      </Td>
      <Td className="fit">
        <IconButton icon={X} small name={`Remove ${name}`} onClick={() => onSet(0)} />
      </Td>
    </Tr>
  )
}

/** The address of the page holds the case, so it can be sent to somebody. */
function CopyLink() {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void navigator.clipboard.writeText(location.href).then(() => setCopied(true))
  return (
    <Button icon={copied ? CopyCheck : Link} onClick={copy}>
      {copied ? 'Link copied' : 'Copy link'}
    </Button>
  )
}
