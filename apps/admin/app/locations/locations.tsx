import type { PickupLocation, StockLocation } from '@vitrine/contract'
import { ArrowDown, ArrowUp, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button, ButtonLink, IconButton } from '../parts/button.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { LocationDialog } from './location-dialog.tsx'
import { stockText } from './text.ts'

interface Loaded {
  readonly locations: readonly StockLocation[]
  readonly pickups: readonly PickupLocation[]
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const [{ locations }, pickups] = await Promise.all([
    client.stockLocations.listLocations({}, { signal }),
    // Whoever may not read how items are delivered still sees where they are stocked.
    client.pickupLocations.queryPickupLocation({}, { signal }).then(
      ({ pickupLocations }) => pickupLocations,
      () => [],
    ),
  ])
  return { locations, pickups }
}

const placeOf = ({ address }: StockLocation): string =>
  [address?.addressLine, address?.postalCode, address?.city].filter(Boolean).join(', ')

/** Where the shop has its stock, in the order in which sales take from it. */
export function Locations() {
  const { locations, pickups } = useLoaderData<Loaded>()
  const mayWrite = useMay()('products.write')
  const { act, busy } = useAct(stockText)
  const [open, setOpen] = useState<{ readonly location?: StockLocation }>()
  const [closing, setClosing] = useState<StockLocation>()
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Inventory', to: '/inventory' }, { name: 'Locations' }])

  const move = (at: number, by: number) => {
    const ids = locations.map(({ id }) => id)
    const [id] = ids.splice(at, 1)
    ids.splice(at + by, 0, id!)
    void act(async () => {
      await client.stockLocations.arrangeLocations({ locationIds: ids })
      return undefined
    })
  }
  const makeDefault = ({ id, name }: StockLocation) =>
    act(async () => {
      await client.stockLocations.setDefaultLocation({ locationId: id })
      return `${name} is the default location.`
    })
  const reopen = ({ id, name, revision }: StockLocation) =>
    act(async () => {
      await client.stockLocations.updateLocation({ location: { id, revision, active: true } })
      return `${name} is active again.`
    })

  return (
    <>
      <PageHead
        title="Locations"
        facts={<span>Sales take from the first that has it, then from the next</span>}
        {...(mayWrite && {
          main: (
            <Button kind="primary" icon={Plus} onClick={() => setOpen({})}>
              Add location
            </Button>
          ),
        })}
      >
        {locations.length > 1 && <ButtonLink to="/transfers">Transfers</ButtonLink>}
      </PageHead>
      <section className="sec">
        <Table
          caption="Locations in the order of sales"
          head={
            <>
              <Head>Location</Head>
              <Head>Address</Head>
              <Head>Pickup</Head>
              <Head>Status</Head>
              {mayWrite && <Head>Actions</Head>}
            </>
          }
        >
          {locations.map((location, at) => (
            <Tr key={location.id}>
              <RowHead>
                <b>{location.name}</b>
              </RowHead>
              <Td of="Address" className="soft">
                {placeOf(location) || '–'}
              </Td>
              <Td of="Pickup" className="soft">
                {pickups
                  .filter(({ id }) => location.pickupLocationIds.includes(id))
                  .map(({ name }) => name)
                  .join(', ') || '–'}
              </Td>
              <Td of="Status">
                {location.default ? (
                  <span className="st" data-tone="info">
                    Default
                  </span>
                ) : location.active ? (
                  <span className="soft">Active</span>
                ) : (
                  <span className="st">Inactive</span>
                )}
              </Td>
              {mayWrite && (
                <Td of="Actions">
                  <span className="acts">
                    <IconButton
                      small
                      icon={ArrowUp}
                      name={`${location.name} earlier`}
                      disabled={busy || at === 0}
                      onClick={() => move(at, -1)}
                    />
                    <IconButton
                      small
                      icon={ArrowDown}
                      name={`${location.name} later`}
                      disabled={busy || at === locations.length - 1}
                      onClick={() => move(at, 1)}
                    />
                    <IconButton small icon={Pencil} name={`Edit ${location.name}`} onClick={() => setOpen({ location })} />
                    {!location.default && location.active && (
                      <Button small disabled={busy} onClick={() => void makeDefault(location)}>
                        Make default
                      </Button>
                    )}
                    {!location.default && location.active && (
                      <Button small disabled={busy} onClick={() => setClosing(location)}>
                        Close
                      </Button>
                    )}
                    {!location.active && (
                      <Button small disabled={busy} onClick={() => void reopen(location)}>
                        Open again
                      </Button>
                    )}
                  </span>
                </Td>
              )}
            </Tr>
          ))}
        </Table>
      </section>
      {open && <LocationDialog {...open} pickups={pickups} onClose={() => setOpen(undefined)} />}
      {closing && (
        <CloseDialog
          of={closing}
          others={locations.filter(({ id, active }) => active && id !== closing.id)}
          onClose={() => setClosing(undefined)}
        />
      )}
    </>
  )
}
