import type { StockLocation, StockTransfer } from '@vitrine/contract'
import { PackageCheck, Send } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { stockText } from '../locations/text.ts'
import { placedAt } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { DraftLines } from './draft-lines.tsx'
import { Lines } from './lines.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import { Status } from './status.tsx'

interface Loaded {
  readonly transfer: StockTransfer
  readonly locations: readonly StockLocation[]
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const [{ transfer }, { locations }] = await Promise.all([
    client.stockTransfers.getTransfer({ transferId: params['id']! }, { signal }),
    client.stockLocations.listLocations({}, { signal }),
  ])
  return { transfer, locations }
}

/** A transfer: what is in it, and its next step. */
export function Transfer() {
  const { transfer, locations } = useLoaderData<Loaded>()
  const { id, number, status, revision, lines } = transfer
  const { timeZone } = useShop()
  const mayWrite = useMay()('products.write')
  const { act, busy } = useAct(stockText)
  const [isChanged, setChanged] = useState(false)
  const [asks, setAsks] = useState<'receive' | 'cancel'>()
  const title = `Transfer T-${number}`
  usePlace([{ name: 'Inventory', to: '/inventory' }, { name: 'Transfers', to: '/transfers' }, { name: title }])
  const nameOf = (locationId: string) => locations.find((location) => location.id === locationId)?.name ?? 'A deleted location'
  const [from, to] = [nameOf(transfer.fromLocationId), nameOf(transfer.toLocationId)]
  const isOpen = status === 'DRAFT' || status === 'IN_TRANSIT'

  const send = () =>
    act(async () => {
      await client.stockTransfers.sendTransfer({ transferId: id, revision })
      return `${many(transfer.quantity, 'unit')} left ${from}.`
    })
  const cancel = async () => {
    const done = await act(async () => {
      await client.stockTransfers.cancelTransfer({ transferId: id, revision })
      return `${title} cancelled.`
    })
    if (done) setAsks(undefined)
  }

  return (
    <>
      <PageHead
        title={title}
        facts={
          <>
            <Status of={status} />
            <span>
              {from} → {to}
            </span>
            {transfer.reference && <span>{transfer.reference}</span>}
            {transfer.expectedDate && <span>Expected {placedAt(transfer.expectedDate, timeZone)}</span>}
          </>
        }
        {...(mayWrite &&
          status === 'IN_TRANSIT' && {
            main: (
              <Button kind="primary" icon={PackageCheck} disabled={busy} onClick={() => setAsks('receive')}>
                Receive
              </Button>
            ),
          })}
        {...(mayWrite &&
          status === 'DRAFT' && {
            main: (
              <Button kind="primary" icon={Send} disabled={busy || isChanged || lines.length === 0} onClick={() => void send()}>
                Send
              </Button>
            ),
          })}
      >
        {mayWrite && isOpen && (
          <Button disabled={busy} onClick={() => setAsks('cancel')}>
            Cancel transfer
          </Button>
        )}
      </PageHead>
      {mayWrite && status === 'DRAFT' ? (
        <DraftLines key={revision} of={transfer} from={from} onChanged={setChanged} />
      ) : (
        <Lines of={transfer} />
      )}
      {asks === 'receive' && <ReceiveDialog of={transfer} at={to} onClose={() => setAsks(undefined)} />}
      {asks === 'cancel' && (
        <Dialog
          title={`Cancel ${title}?`}
          about={status === 'DRAFT' ? 'Nothing has moved yet.' : `What has not arrived goes back to ${from}. What has stays at ${to}.`}
          does="Cancel the transfer"
          kind="danger"
          cancel="Keep it"
          busy={busy}
          onDo={() => void cancel()}
          onClose={() => setAsks(undefined)}
        />
      )}
    </>
  )
}
