import type { StockLevel, StockMovement, StockMovementKind } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { placedAt } from '../orders/text.ts'
import { Button } from '../parts/button.tsx'
import { Modal, ModalHead } from '../parts/modal.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useShop } from '../shop.ts'
import { nameOf, signed } from './sheet.ts'

const kinds: Readonly<Record<StockMovementKind, string>> = {
  SALE: 'Sold',
  RETURN: 'Returned',
  COUNT: 'Counted',
  RECEIPT: 'Came in',
  CORRECTION: 'Corrected',
  IMPORT: 'Imported',
  TRANSFER: 'Transferred',
}

type Page = Awaited<ReturnType<typeof client.merchantInventory.listMovements>>

/** What locations are called, once that is to be shown. */
function useLocationNames(shown: boolean): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (!shown) return undefined
    const stop = new AbortController()
    client.stockLocations.listLocations({}, { signal: stop.signal }).then(
      ({ locations }) => setNames(new Map(locations.map(({ id, name }) => [id, name]))),
      () => {},
    )
    return () => stop.abort()
  }, [shown])
  return names
}

/** What moved the quantity of a variant, page by page. */
export function Movements({ of: { productId, variantId } }: { of: StockLevel }) {
  const [pages, setPages] = useState<readonly Page[]>([])
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const cursor = pages.at(-1)?.nextCursor
  const locationId = useSearchParams()[0].get('at') ?? undefined
  const [wanted, setWanted] = useState(1)
  useEffect(() => {
    if (pages.length >= wanted) return undefined
    const stop = new AbortController()
    client.merchantInventory
      .listMovements(
        { productId, variantId, limit: 20, ...(cursor !== undefined && { cursor }), ...(locationId !== undefined && { locationId }) },
        { signal: stop.signal },
      )
      .then(
        (page) => {
          setPages([...pages, page])
          setFailed(false)
        },
        () => void (stop.signal.aborted || setFailed(true)),
      )
    return () => stop.abort()
  }, [productId, variantId, locationId, cursor, pages, wanted, attempt])
  const { timeZone } = useShop()
  const all = pages.flatMap(({ movements }) => movements)
  const names = useLocationNames(all.some(({ locations }) => locations !== undefined))
  if (failed)
    return (
      <p className="soft">
        The history did not load.{' '}
        <Button kind="link" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </p>
    )
  if (pages.length === 0) return <p className="soft">Looking…</p>
  if (all.length === 0) return <p className="soft">Nothing has moved it yet.</p>
  return (
    <>
      <Table
        caption="What moved it"
        head={
          <>
            <Head>When</Head>
            <Head>What</Head>
            <Head className="num">Change</Head>
            <Head className="num">Then</Head>
          </>
        }
      >
        {all.map((movement) => (
          <Tr key={movement.id}>
            <RowHead className="fit soft">{placedAt(movement.at, timeZone)}</RowHead>
            <Td of="What">
              <What of={movement} names={names} />
            </Td>
            <Td of="Change" className="num">
              {signed(movement.change)}
            </Td>
            <Td of="Then" className="num soft">
              {movement.quantity.toLocaleString('en-GB')}
            </Td>
          </Tr>
        ))}
      </Table>
      {cursor !== undefined && (
        <p className="more">
          <Button disabled={pages.length < wanted} onClick={() => setWanted(wanted + 1)}>
            Show older
          </Button>
        </p>
      )}
    </>
  )
}

function What({
  of: { kind, order, actor, note, transfer, locations = [] },
  names,
}: {
  of: StockMovement
  names: ReadonlyMap<string, string>
}) {
  const where = locations.map(({ locationId, change }) => `${names.get(locationId) ?? 'a deleted location'} ${signed(change)}`).join(', ')
  const by = actor && (actor.name ?? (actor.kind === 'STAFF' ? 'somebody who has left' : 'an API key'))
  return (
    <span className="two">
      <span>
        {kinds[kind]}
        {order && (
          <>
            {' '}
            <Link className="a" to={`/orders/${order.id}`}>
              {order.number ? `order ${order.number}` : 'an order'}
            </Link>
          </>
        )}
        {transfer && (
          <>
            {' '}
            <Link className="a" to={`/transfers/${transfer.id}`}>
              {`transfer ${transfer.number}`}
            </Link>
          </>
        )}
      </span>
      {where && <span>{where}</span>}
      {(by || note) && <span>{[by && `by ${by}`, note].filter(Boolean).join(': ')}</span>}
    </span>
  )
}

/** The history of a variant in front of the list. */
export function HistoryDialog({ of, onClose }: { of: StockLevel; onClose: () => void }) {
  return (
    <Modal className="dialog wide" onClose={onClose}>
      <ModalHead title={`History of ${nameOf(of)}`} about={<span className="mono">{of.sku}</span>} first onClose={onClose} />
      {/* What is longer than the window is read by the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="dlg-b" tabIndex={0} role="group" aria-label="What moved it">
        <Movements of={of} />
      </div>
    </Modal>
  )
}
