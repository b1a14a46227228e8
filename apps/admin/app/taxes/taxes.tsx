import type { ProviderHealth, TaxRegion } from '@vitrine/contract'
import { Info, Pencil, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { shortDate, shortTime } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Radio } from '../parts/field.tsx'
import { Status } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { Groups } from './groups.tsx'
import { togetherText } from './percent.ts'
import { RegionDialog } from './region-dialog.tsx'
import { nameOf, type Taxed } from './taxed.ts'
import { Try } from './try.tsx'

/** Which taxes are collected, where, and who says how much. */
export function Taxes() {
  const taxed = useLoaderData<Taxed>()
  const { timeZone } = useShop()
  const may = useMay()
  const mayWrite = may('taxes.write')
  const { act, busy } = useAct()
  const [open, setOpen] = useState<TaxRegion | 'new'>()
  usePlace([{ name: 'Taxes' }])
  const { included, regions, rates, groups, providers, ownCalculator, form } = taxed
  useKeys(mayWrite ? { n: { says: 'Collect tax in a region', run: () => setOpen('new') } } : {}, 'Taxes')
  const include = (next: boolean) =>
    act(async () => {
      await client.taxSettings.upsertTaxSettings({ taxSettings: { taxIncludedInItemPrices: next } })
      return {
        says: `Prices ${next ? 'include tax' : 'are without tax'}, in ${many(regions.length, 'region')}.`,
        undo: () =>
          void act(
            async () => (await client.taxSettings.upsertTaxSettings({ taxSettings: { taxIncludedInItemPrices: !next } }), undefined),
          ),
      }
    })
  const ask = (vatId: 'HIDDEN' | 'OPTIONAL' | 'REQUIRED') =>
    act(async () => {
      await client.checkoutForm.updateCheckoutForm({ checkoutForm: { fields: { vatId } } })
      return vatId === 'HIDDEN' ? 'Tax numbers are not asked for.' : `Buyers ${vatId === 'REQUIRED' ? 'have to' : 'can'} say a tax number.`
    })
  const own = regions.filter(({ appId }) => appId === ownCalculator)
  const failing = providers.filter((one) => one.regionIds.length > 0 && (one.failing || !one.active))
  return (
    <>
      <PageHead
        title="Taxes"
        facts={<span>{`Prices ${included ? 'include tax' : 'are without tax'}; ${many(regions.length, 'region')}`}</span>}
        main={
          mayWrite ? (
            <Button kind="primary" icon={Plus} keys={['N']} onClick={() => setOpen('new')}>
              Region
            </Button>
          ) : undefined
        }
      />
      <div className="settings">
        <section className="sec">
          <header className="sec-h">
            <h2>How</h2>
            <p>The order keeps where its rates came from.</p>
          </header>
          <div className="stack">
            <div className="stack-s" role="radiogroup" aria-label="Prices">
              <Radio name="included" checked={included} disabled={!mayWrite || busy} onChange={() => void include(true)}>
                Prices include tax
              </Radio>
              <Radio name="included" checked={!included} disabled={!mayWrite || busy} onChange={() => void include(false)}>
                Tax is added at the checkout
              </Radio>
            </div>
            <ul className="rules one">
              <li>
                <Status glyph="c-full" tone="ok">
                  The rates below
                </Status>
                <span>{`apply in ${many(own.length, 'region')}`}</span>
              </li>
              {providers.map((provider) => (
                <Provider key={provider.appId} provider={provider} timeZone={timeZone} />
              ))}
              {providers.length === 0 && (
                <li>
                  <Status glyph="c-slash" tone="done">
                    A tax service
                  </Status>
                  <span>none connected</span>
                </li>
              )}
            </ul>
            {failing.map((provider) => (
              <Fallback key={provider.appId} provider={provider} regions={regions} rates={rates} />
            ))}
            <div className="note" data-tone="info">
              <Icon of={Info} />
              <div>
                <p>
                  <b>If a service does not answer</b> within four seconds, the order takes the region’s rates below and is marked. Where no
                  region is named, no tax is collected.
                </p>
              </div>
            </div>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Rates</h2>
            <p>{`${many(regions.length, 'region')}; taxed by where the order goes.`}</p>
          </header>
          {regions.length === 0 ? (
            <p className="soft">No region yet, so no tax is collected anywhere.</p>
          ) : (
            <Table
              caption="Rates"
              className="in one"
              head={
                <>
                  <Head>Region</Head>
                  {groups.map(({ id, name }) => (
                    <Head key={id} className="num">
                      {name}
                    </Head>
                  ))}
                  <Head>Delivery</Head>
                  <Head>From</Head>
                  <Head>
                    <span className="vh">Edit</span>
                  </Head>
                </>
              }
            >
              {regions.map((region) => {
                const here = rates.filter(({ taxRegionId }) => taxRegionId === region.id)
                const source = providers.find(({ appId }) => appId === region.appId)
                const changed = [region, ...here]
                  .map(({ updatedDate }) => updatedDate)
                  .toSorted()
                  .at(-1)!
                return (
                  <Tr key={region.id}>
                    <RowHead>{nameOf(region)}</RowHead>
                    {groups.map(({ id, name }) => {
                      const shares = here.filter(({ taxGroupId }) => taxGroupId === id).map(({ taxRate }) => taxRate)
                      return (
                        <Td key={id} of={name} className="num" {...(shares.length === 0 && { 'data-none': '' })}>
                          {shares.length === 0 ? '—' : togetherText(shares)}
                        </Td>
                      )
                    })}
                    <Td of="Delivery" className="soft">
                      {region.shippingTaxed ? 'taxed' : 'not taxed'}
                    </Td>
                    <Td of="From" className="soft">
                      {region.appId === ownCalculator
                        ? `set ${shortDate(changed, timeZone)}`
                        : `${source?.name || 'a service that is gone'}, else these`}
                    </Td>
                    <Td of="Edit" className="fit">
                      {mayWrite && <IconButton icon={Pencil} small name={`Edit ${nameOf(region)}`} onClick={() => setOpen(region)} />}
                    </Td>
                  </Tr>
                )
              })}
            </Table>
          )}
        </section>
        <Try taxed={taxed} />
        <Groups taxed={taxed} mayWrite={mayWrite} />
        {form && (
          <section className="sec">
            <header className="sec-h">
              <h2>Tax numbers</h2>
              <p>Whether the checkout asks for the number under which a tax office knows the buyer. It stands on the invoice.</p>
            </header>
            <div className="stack-s" role="radiogroup" aria-label="Tax numbers">
              {(
                [
                  ['HIDDEN', 'Do not ask', ''],
                  ['OPTIONAL', 'Ask', 'buyers may leave it empty'],
                  ['REQUIRED', 'Insist', 'no order without one'],
                ] as const
              ).map(([option, name, hint]) => (
                <Radio
                  key={option}
                  name="tax-number"
                  hint={hint}
                  checked={form.fields.vatId === option}
                  disabled={busy || !may('settings.write')}
                  onChange={() => void ask(option)}
                >
                  {name}
                </Radio>
              ))}
            </div>
          </section>
        )}
      </div>
      {open && <RegionDialog taxed={taxed} region={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Provider({
  provider: { name, active, failing, regionIds, lastAnsweredDate, lastFailure },
  timeZone,
}: {
  provider: ProviderHealth
  timeZone: string
}) {
  const where = regionIds.length > 0 ? `asked in ${many(regionIds.length, 'region')}` : 'asked nowhere'
  const how = !active
    ? 'switched off'
    : failing && lastFailure
      ? `fails since ${shortTime(lastFailure.sinceDate, timeZone)}, last at ${shortTime(lastFailure.date, timeZone)}: ${lastFailure.description} (${lastFailure.code})`
      : lastAnsweredDate
        ? `answered ${shortTime(lastAnsweredDate, timeZone)}${lastFailure ? `; failed ${shortTime(lastFailure.date, timeZone)}: ${lastFailure.description}` : ''}`
        : 'not asked yet'
  return (
    <li>
      <Status
        glyph={!active ? 'c-slash' : failing ? 'c-x' : lastAnsweredDate ? 'c-full' : 'c-ring'}
        tone={!active ? 'done' : failing ? 'bad' : 'ok'}
      >
        {name || 'A service that is gone'}
      </Status>
      <span>{`${where}; ${how}`}</span>
    </li>
  )
}

/** What stands in for a service that does not answer. */
function Fallback({ provider, regions, rates }: { provider: ProviderHealth } & Pick<Taxed, 'regions' | 'rates'>) {
  const asking = regions.filter(({ id }) => provider.regionIds.includes(id))
  const words = asking.map((region) => {
    const shares = rates.filter(({ taxRegionId }) => taxRegionId === region.id)
    const said = shares.map(({ taxName, taxRate }) => `${taxName} ${togetherText([taxRate])}`).join(', ')
    return `${nameOf(region)}: ${said || 'no rate, so no tax'}`
  })
  return (
    <div className="note" data-tone="warning">
      <Icon of={TriangleAlert} />
      <div>
        <p>
          <b>{`${provider.name || 'A service'} ${provider.active ? 'does not answer' : 'is switched off'}.`}</b> Orders take these rates
          meanwhile and are marked: {words.join('; ')}.
        </p>
      </div>
    </div>
  )
}
