import type { DeliveryRegion } from '@vitrine/contract'
import { ArrowDown, ArrowUp, Pencil, Plug, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { countries } from '../../parts/countries.ts'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import {
  type Delivery,
  type DeliveryMethod,
  daysText,
  deliveryText,
  destinationText,
  methodsIn,
  methodsOf,
  offer,
  timeText,
} from '../delivery.ts'
import { RateDialog } from '../method/method-dialog.tsx'
import { limitText, priceText } from '../rates.ts'
import { ServiceDialog } from './service-dialog.tsx'
import { Services } from './services.tsx'
import { Tester } from './tester.tsx'
import { ZoneDialog } from './zone-dialog.tsx'

type Open =
  | { readonly what: 'zone'; readonly zone?: DeliveryRegion }
  | { readonly what: 'rate'; readonly zone?: DeliveryRegion; readonly method?: DeliveryMethod }
  | { readonly what: 'service'; readonly zone: DeliveryRegion; readonly appId?: string }

/** Where the shop delivers, and for how much. */
export function Zones() {
  const delivery = useLoaderData<Delivery>()
  const may = useMay()
  const [open, setOpen] = useState<Open>()
  usePlace([{ name: 'Shipping' }])
  const { deliveryRegions: zones } = delivery.deliveryProfile
  const mayWrite = may('delivery.write')
  const named = new Set(zones.flatMap(({ destinations }) => destinations.map(({ countryCode }) => countryCode)))
  const hasRest = zones.some(({ destinations }) => destinations.length === 0)
  const left = countries().filter(({ code }) => !named.has(code))
  const idle = methodsOf(delivery).filter(({ regionIds }) => regionIds.length === 0)
  const close = () => setOpen(undefined)
  useKeys(mayWrite ? { n: { says: 'Make a zone', run: () => setOpen({ what: 'zone' }) } } : {}, 'Shipping')
  return (
    <>
      <PageHead
        title="Shipping"
        facts={
          <span>
            {zones.length === 0
              ? 'nothing is sent yet'
              : `${many(zones.length, 'zone')}, ${hasRest ? 'the whole world' : many(named.size, 'country', 'countries')}`}
          </span>
        }
        main={
          mayWrite ? (
            <Button kind="primary" icon={Plus} keys={['N']} onClick={() => setOpen({ what: 'zone' })}>
              Zone
            </Button>
          ) : undefined
        }
      />
      <div className="cols">
        <div>
          {zones.map((zone) => (
            <Zone key={zone.id} delivery={delivery} zone={zone} mayWrite={mayWrite} onOpen={setOpen} />
          ))}
          {idle.length > 0 && <Idle methods={idle} mayWrite={mayWrite} onOpen={(method) => setOpen({ what: 'rate', method })} />}
          <section className="sec">
            <header className="sec-h">
              <h2>Nowhere yet</h2>
              <p>{hasRest ? 'Nothing: the rest of the world is a zone of its own.' : notCovered(left)}</p>
              {mayWrite && !hasRest && (
                <div className="acts">
                  <Button small onClick={() => setOpen({ what: 'zone' })}>
                    Make a zone
                  </Button>
                </div>
              )}
            </header>
          </section>
        </div>
        <aside className="rail" aria-label="Tester and days">
          <Tester zones={zones} />
          <Leaving delivery={delivery} />
          <Services delivery={delivery} />
        </aside>
      </div>
      {open?.what === 'zone' && <ZoneDialog delivery={delivery} zone={open.zone} onClose={close} />}
      {open?.what === 'rate' && <RateDialog delivery={delivery} method={open.method} zone={open.zone} onClose={close} />}
      {open?.what === 'service' && <ServiceDialog delivery={delivery} zone={open.zone} appId={open.appId} onClose={close} />}
    </>
  )
}

const mostNamed = 6

function notCovered(left: readonly { readonly name: string }[]): string {
  if (left.length === 0) return 'Nothing: every country is in a zone.'
  const named = left.slice(0, mostNamed).map(({ name }) => name)
  const more = left.length - named.length
  return `Buyers in ${many(left.length, 'country', 'countries')} read “The shop does not deliver to this address”: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

interface ZoneProps {
  delivery: Delivery
  zone: DeliveryRegion
  mayWrite: boolean
  onOpen: (open: Open) => void
}

function Zone({ delivery, zone, mayWrite, onOpen }: ZoneProps) {
  const { currency, weightUnit } = useShop()
  const { act, busy } = useAct(deliveryText)
  const methods = methodsIn(delivery, zone.id)
  const names = new Map(delivery.deliveryProfile.deliveryRegions.map(({ id, name }) => [id, name]))

  const turn = (method: DeliveryMethod, on: boolean) =>
    act(async () => {
      await offer(method, on)
      const also = method.regionIds.filter((id) => id !== zone.id).map((id) => names.get(id))
      return `${method.title} is ${on ? 'offered' : 'off'} in ${[zone.name, ...also].join(' and ')}.`
    })
  const arrange = async ({ currentTarget: arrow }: React.MouseEvent<HTMLButtonElement>, from: number, to: number) => {
    const row = arrow.closest('tr')
    const order = methods.map(({ id }) => id)
    order.splice(to, 0, ...order.splice(from, 1))
    await act(async () => {
      await client.deliveryPlan.arrangeDeliveryRegion({ deliveryRegionId: zone.id, deliveryOptionIds: order })
      return undefined
    })
    // Whoever moves it by the keyboard goes on from where it is now; at either end the arrow that brought it there is gone.
    requestAnimationFrame(() => (arrow.disabled ? row?.querySelector<HTMLButtonElement>('.row button:enabled') : arrow)?.focus())
  }
  return (
    <section className="sec" aria-label={zone.name}>
      <header className="sec-h">
        <h2>{zone.name}</h2>
        <p>{`${destinationText(zone)}${zone.active ? '' : ', switched off: nothing is delivered there'}`}</p>
        {mayWrite && (
          <div className="acts">
            <Button kind="ghost" small icon={Plug} onClick={() => onOpen({ what: 'service', zone })}>
              Service
            </Button>
            <Button kind="ghost" small icon={Plus} onClick={() => onOpen({ what: 'rate', zone })}>
              Rate
            </Button>
            <Button small onClick={() => onOpen({ what: 'zone', zone })}>
              Edit zone
            </Button>
          </div>
        )}
      </header>
      {methods.length + zone.deliveryCarriers.length === 0 ? (
        <p className="soft">No rate yet, so nothing can be sent there.</p>
      ) : (
        <Table
          caption={`Rates of ${zone.name}`}
          className="in one rates"
          headHidden
          head={
            <>
              <Head>Rate</Head>
              <Head>Arrives</Head>
              <Head>Price</Head>
              <Head>Offered</Head>
              {mayWrite && <Head>Order and edit</Head>}
            </>
          }
        >
          {methods.map((method, at) => (
            <Tr key={method.id} {...(!(method.active && zone.active) && { 'data-quiet': '' })}>
              <RowHead className="lead">
                <span className="two">
                  <span>{method.title}</span>
                  <span className="faint small">{whenText(method, { currency, weightUnit })}</span>
                </span>
              </RowHead>
              <Td of="Arrives" className="soft">
                {arrivalText(method)}
              </Td>
              <Td of="Price" className="num">
                {priceText(method.rates, { currency, weightUnit })}
              </Td>
              <Td of="Offered" className="fit">
                <Toggle hidden checked={method.active} disabled={busy || !mayWrite} onTurn={(on) => void turn(method, on)}>
                  {`Offer ${method.title} in ${zone.name}`}
                </Toggle>
              </Td>
              {mayWrite && (
                <Td of="Order and edit" className="fit">
                  <span className="row">
                    {methods.length > 1 && (
                      <>
                        <IconButton
                          icon={ArrowUp}
                          small
                          name={`Move ${method.title} up`}
                          disabled={busy || at === 0}
                          onClick={(event) => void arrange(event, at, at - 1)}
                        />
                        <IconButton
                          icon={ArrowDown}
                          small
                          name={`Move ${method.title} down`}
                          disabled={busy || at === methods.length - 1}
                          onClick={(event) => void arrange(event, at, at + 1)}
                        />
                      </>
                    )}
                    <IconButton icon={Pencil} small name={`Edit ${method.title}`} onClick={() => onOpen({ what: 'rate', zone, method })} />
                  </span>
                </Td>
              )}
            </Tr>
          ))}
          {zone.deliveryCarriers.map(({ appId, backupRate }) => {
            const provider = delivery.providers.find((one) => one.appId === appId)
            const name = provider?.name || 'A service that is gone'
            return (
              <Tr key={appId} {...(!provider?.active && { 'data-quiet': '' })}>
                <RowHead className="lead">
                  <span className="two">
                    <span>{name}</span>
                    <span className="faint small">asked at the checkout</span>
                  </span>
                </RowHead>
                <Td of="Arrives" className="soft">
                  as it says
                </Td>
                <Td of="Price" className="num">
                  {backupRate?.active ? `as it says, else ${backupRate.amount} ${currency}` : 'as it says'}
                </Td>
                <Td of="Offered" className="fit soft">
                  {provider?.active ? (provider.failing ? 'fails now' : 'on') : 'off'}
                </Td>
                {mayWrite && (
                  <Td of="Edit" className="fit">
                    <IconButton icon={Pencil} small name={`Edit ${name}`} onClick={() => onOpen({ what: 'service', zone, appId })} />
                  </Td>
                )}
              </Tr>
            )
          })}
        </Table>
      )}
    </section>
  )
}

function Idle({
  methods,
  mayWrite,
  onOpen,
}: {
  methods: readonly DeliveryMethod[]
  mayWrite: boolean
  onOpen: (method: DeliveryMethod) => void
}) {
  const { currency, weightUnit } = useShop()
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>In no zone</h2>
        <p>Saved, but not offered</p>
      </header>
      <Table
        caption="Rates in no zone"
        className="in one"
        headHidden
        head={
          <>
            <Head>Rate</Head>
            <Head>Price</Head>
            {mayWrite && <Head>Edit</Head>}
          </>
        }
      >
        {methods.map((method) => (
          <Tr key={method.id} data-quiet="">
            <RowHead className="lead">{method.title}</RowHead>
            <Td of="Price" className="num">
              {priceText(method.rates, { currency, weightUnit })}
            </Td>
            {mayWrite && (
              <Td of="Edit" className="fit">
                <IconButton icon={Pencil} small name={`Edit ${method.title}`} onClick={() => onOpen(method)} />
              </Td>
            )}
          </Tr>
        ))}
      </Table>
    </section>
  )
}

function whenText(method: DeliveryMethod, units: { currency: string; weightUnit: string }): string {
  const area =
    method.kind === 'local'
      ? method.of.zipConfig && !method.of.zipConfig.zipCodes.includes('*')
        ? many(method.of.zipConfig.zipCodes.length, 'postcode')
        : method.of.radiusConfig
          ? `${method.of.radiusConfig.radius} km around`
          : method.of.cityConfig
            ? many(method.of.cityConfig.cityItems.length, 'town')
            : ''
      : ''
  const cutOff =
    method.kind !== 'local' && method.of.cutOffTime && method.of.cutOffTime.hours > 0 ? `until ${timeText(method.of.cutOffTime)}` : ''
  return [limitText(method.rates, units), area, cutOff].filter(Boolean).join(', ') || 'any order'
}

function arrivalText(method: DeliveryMethod): string {
  if (method.kind !== 'shipping' && method.of.scheduledDeliveryConfig) return 'at a time that is chosen'
  if (method.kind === 'local') return method.of.estimatedDeliveryTime ?? ''
  const said = method.kind === 'shipping' ? method.of.estimatedDeliveryTime : method.of.deliveryTime
  return said ?? (method.of.deliveryDays ? daysText(method.of.deliveryDays) : '')
}

/** Processing times: the cut-off of each delivery method, and the days off. */
function Leaving({ delivery }: { delivery: Delivery }) {
  const cutOffs = new Set(
    delivery.shippingOptions.flatMap(({ active, cutOffTime }) => (active && cutOffTime ? [timeText(cutOffTime)] : [])),
  )
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Shipping cut-off</h2>
      </header>
      <dl className="dl">
        <div>
          <dt>Cut-off</dt>
          <dd>{cutOffs.size > 0 ? `${[...cutOffs].toSorted().join(', ')}, Monday to Friday` : 'none'}</dd>
        </div>
        <div>
          <dt>Closed</dt>
          <dd>{closedText(delivery.closedOn)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** `24–26 Dec, 31 Dec` */
export function closedText(dates: readonly string[]): string {
  const runs: [string, string][] = []
  for (const date of dates) {
    const last = runs.at(-1)
    if (last && Date.parse(date) - Date.parse(last[1]) === 24 * 3_600_000) last[1] = date
    else runs.push([date, date])
  }
  const day = (date: string, month = true) =>
    new Date(date).toLocaleDateString('en-GB', { day: 'numeric', ...(month && { month: 'short' }), timeZone: 'UTC' })
  const said = runs.map(([from, to]) => (from === to ? day(from) : `${day(from, from.slice(0, 7) !== to.slice(0, 7))}–${day(to)}`))
  return said.join(', ') || 'no day'
}
