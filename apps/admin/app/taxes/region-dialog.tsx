import type { ManualTaxMapping, TaxRegion } from '@vitrine/contract'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { useTogether } from '../parts/conflict.tsx'
import { countries } from '../parts/countries.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useShop } from '../shop.ts'
import { isAboveWhole, percentOf, shareOf } from './percent.ts'
import { nameOf, type Taxed } from './taxed.ts'

interface RegionDialogProps {
  taxed: Taxed
  /** The one that is changed; a new one where there is none. */
  region: TaxRegion | undefined
  onClose: () => void
}

/** A rate as it is written; those without an id are new. */
interface Line {
  readonly key: string
  readonly id?: string
  readonly group: string
  readonly name: string
  readonly percent: string
  readonly levied: string
  /** In place of the rate, by the exempt group; empty for what all pay. */
  readonly exempt: Readonly<Record<string, string>>
}

const lineOf = ({ id, taxGroupId, taxName, taxRate, jurisdiction, exemptRates }: ManualTaxMapping): Line => ({
  key: id,
  id,
  group: taxGroupId,
  name: taxName,
  percent: percentOf(taxRate),
  levied: jurisdiction,
  exempt: Object.fromEntries(exemptRates.map(({ taxExemptGroupId, taxRate }) => [taxExemptGroupId, percentOf(taxRate)])),
})

const refusals: Readonly<Record<string, string>> = {
  ALREADY_EXISTS: 'There is a region for this place already.',
  INVALID_SUBDIVISION_FORMAT: 'A state or region is written as NY or US-NY.',
  CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION: 'That service does not know this country.',
  CALCULATOR_ID_NOT_FOUND: 'That service is gone.',
  MANUAL_TAX_MAPPING_ALREADY_EXISTS: 'Two rates of one group have the same authority: name another, such as the city.',
  TAX_REGION_NOT_FOUND: 'That region was deleted meanwhile.',
  MANUAL_TAX_MAPPING_NOT_FOUND: 'One of these rates was deleted meanwhile.',
}

/** The fields of a rate, under its id, as text that can be put together with what somebody else wrote. */
const textsOf = (line: Line): Record<string, string> => ({
  [`${line.key} percent`]: line.percent,
  [`${line.key} name`]: line.name,
  [`${line.key} levied`]: line.levied,
  ...Object.fromEntries(Object.entries(line.exempt).map(([group, percent]) => [`${line.key} ${group}`, percent])),
})

export function RegionDialog({ taxed, region, onClose }: RegionDialogProps) {
  const { country: home } = useShop()
  const { act, busy } = useAct(refusals)
  const [place, setPlace] = useState({ country: region?.country ?? home, subdivision: region?.subdivision ?? '' })
  const [appId, setAppId] = useState(region?.appId ?? taxed.ownCalculator)
  const [delivery, setDelivery] = useState(region?.shippingTaxed ?? true)
  const before = taxed.rates.filter(({ taxRegionId }) => taxRegionId === region?.id).map(lineOf)
  const fresh = (n: number): Line => ({
    key: `new-${n}`,
    group: taxed.groups[0]?.id ?? '',
    name: 'VAT',
    percent: '',
    levied: '',
    exempt: {},
  })
  const [lines, setLines] = useState<readonly Line[]>(region ? before : [fresh(0)])
  const [deleting, setDeleting] = useState(false)
  const set = (key: string, change: Partial<Line>) => setLines(lines.map((line) => (line.key === key ? { ...line, ...change } : line)))
  const groupNames = new Map(taxed.groups.map(({ id, name }) => [id, name]))
  const wrong = lines.some(({ percent }) => shareOf(percent) === undefined)
    ? 'A rate is missing, or is no percentage.'
    : lines.some(({ exempt }) => Object.values(exempt).some((percent) => percent.trim() !== '' && shareOf(percent) === undefined))
      ? 'An exempt rate is no percentage.'
      : undefined
  // Said at the field, as soon as it is written.
  const above = (percent: string) => {
    const share = shareOf(percent)
    return share !== undefined && isAboveWhole(share) ? 'At most 100 %.' : undefined
  }
  const isTooMuch = lines.some(({ percent, exempt }) => [percent, ...Object.values(exempt)].some((one) => above(one) !== undefined))

  const mappingOf = (line: Line, of: Record<string, string> = textsOf(line)) => ({
    taxGroupId: line.group,
    taxName: of[`${line.key} name`]!.trim() || 'Tax',
    taxRate: shareOf(of[`${line.key} percent`]!)!,
    jurisdiction: of[`${line.key} levied`]!.trim() || null,
    exemptRates: taxed.exempt.flatMap(({ id }) => {
      const share = shareOf(of[`${line.key} ${id}`] ?? '')
      return share === undefined ? [] : [{ taxExemptGroupId: id, taxRate: share }]
    }),
  })
  const known = lines.filter(({ id }) => before.some((one) => one.id === id))
  const gone = before.filter(({ id }) => !lines.some((line) => line.id === id))
  // What was read last, by which each write is guarded.
  const seen = useRef<{ region: TaxRegion; rates: Map<string, ManualTaxMapping> }>(undefined)
  const keys = [
    'source',
    'delivery',
    ...known.flatMap(({ key }) => [`${key} percent`, `${key} name`, `${key} levied`, ...taxed.exempt.map(({ id }) => `${key} ${id}`)]),
  ]
  const nameOfKey = (key: string): string => {
    if (key === 'source') return 'Rates from'
    if (key === 'delivery') return 'Delivery taxed'
    const [lineKey = '', part = ''] = key.split(' ')
    const line = known.find((one) => one.key === lineKey)
    const group = `${groupNames.get(line?.group ?? '') ?? ''}, ${line?.name ?? ''}`
    const exempt = taxed.exempt.find(({ id }) => id === part)
    return exempt ? `${group} for ${exempt.name}` : `${group}: ${part === 'percent' ? 'rate' : part === 'name' ? 'name' : 'levied by'}`
  }
  const textOf = (lineList: readonly Line[], source: string, taxedDelivery: boolean): Record<string, string> => ({
    ...Object.fromEntries(keys.map((key) => [key, ''])),
    source:
      [{ appId: taxed.ownCalculator, name: 'The rates below' }, ...taxed.providers].find((one) => one.appId === source)?.name || source,
    delivery: taxedDelivery ? 'yes' : 'no',
    ...Object.assign({}, ...lineList.map(textsOf)),
  })
  const sourceOf = (name: string): string =>
    name === 'The rates below' ? taxed.ownCalculator : (taxed.providers.find((one) => one.name === name)?.appId ?? appId)

  const together = useTogether<string>({
    names: Object.fromEntries(keys.map((key) => [key, nameOfKey(key)])),
    what: region ? `the taxes of ${nameOf(region)}` : '',
    read: async () => {
      const [{ taxRegion }, ...mappings] = await Promise.all([
        client.taxRegions.getTaxRegion({ taxRegionId: region!.id }),
        ...known.map(async ({ key }) => (await client.manualTaxMappings.getManualTaxMapping({ manualTaxMappingId: key })).manualTaxMapping),
      ])
      seen.current = {
        region: taxRegion,
        rates: new Map(mappings.map((one) => [one.id, one])),
      }
      return { values: textOf(mappings.map(lineOf), taxRegion.appId, taxRegion.shippingTaxed), revision: taxRegion.revision }
    },
    write: async (values) => {
      const now = seen.current!
      const [source, taxedDelivery] = [sourceOf(values['source']!), values['delivery'] === 'yes']
      if (source !== now.region.appId || taxedDelivery !== now.region.shippingTaxed)
        await client.taxRegions.updateTaxRegion({
          taxRegion: { id: region!.id, revision: now.region.revision, appId: source, shippingTaxed: taxedDelivery },
        })
      for (const line of known) {
        const mapping = now.rates.get(line.key)!
        const wanted = mappingOf(line, values)
        const isSame =
          JSON.stringify(textsOf(lineOf(mapping))) ===
          JSON.stringify(textsOf(lineOf({ ...mapping, ...wanted, jurisdiction: wanted.jurisdiction ?? '' })))
        if (!isSame || mapping.taxGroupId !== line.group)
          await client.manualTaxMappings.updateManualTaxMapping({
            manualTaxMapping: { id: line.key, revision: mapping.revision, ...wanted },
          })
      }
    },
  })
  const save = async () => {
    const done = await act(async () => {
      if (!region) {
        const { taxRegion } = await client.taxRegions.createTaxRegion({
          taxRegion: { country: place.country, subdivision: place.subdivision.trim() || null, appId, shippingTaxed: delivery },
        })
        for (const line of lines)
          await client.manualTaxMappings.createManualTaxMapping({ manualTaxMapping: { ...mappingOf(line), taxRegionId: taxRegion.id } })
        return `Tax is collected in ${nameOf(taxRegion)}.`
      }
      const saved = await together.save(
        textOf(
          before.filter((one) => known.some(({ id }) => id === one.id)),
          region.appId,
          region.shippingTaxed,
        ),
        textOf(known, appId, delivery),
      )
      if (!saved) return undefined
      for (const { id } of gone) await client.manualTaxMappings.deleteManualTaxMapping({ manualTaxMappingId: id! })
      for (const line of lines.filter(({ id }) => id === undefined))
        await client.manualTaxMappings.createManualTaxMapping({ manualTaxMapping: { ...mappingOf(line), taxRegionId: region.id } })
      return `${nameOf(region)} saved. New carts pay it at once; orders keep what they paid.`
    })
    if (done) onClose()
  }
  const remove = async () => {
    const done = await act(async () => {
      await client.taxRegions.deleteTaxRegion({ taxRegionId: region!.id })
      return `No tax is collected in ${nameOf(region!)} any more.`
    })
    if (done) onClose()
  }
  if (together.dialog) return together.dialog
  if (deleting && region)
    return (
      <Dialog
        key="deleting"
        title={`Collect no tax in ${nameOf(region)}?`}
        about="Its rates are deleted with it. Orders keep what they paid. A state without a region of its own takes that of its country."
        does="Delete the region"
        kind="danger"
        cancel="Keep it"
        busy={busy}
        onDo={() => void remove()}
        onClose={() => setDeleting(false)}
      />
    )
  return (
    <Dialog
      title={region ? nameOf(region) : 'New region'}
      about="A state or region goes before its country, and stands for itself: it lists the country’s rates too, if they apply."
      wide
      does={region ? 'Save the region' : 'Collect tax there'}
      says={
        wrong && lines.some(({ percent }) => percent !== '') ? (
          <span className="down" role="alert">
            {wrong}
          </span>
        ) : (
          region && (
            <Button kind="ghost warn" onClick={() => setDeleting(true)}>
              Delete region
            </Button>
          )
        )
      }
      busy={busy}
      disabled={wrong !== undefined || isTooMuch}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        <div className="grid2">
          {!region && (
            <>
              <SelectField label="Country" value={place.country} onChange={({ target }) => setPlace({ ...place, country: target.value })}>
                {countries().map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="State or region"
                optional
                placeholder="NY"
                maxLength={10}
                value={place.subdivision}
                onChange={({ target }) => setPlace({ ...place, subdivision: target.value })}
              />
            </>
          )}
          {(taxed.providers.length > 0 || appId !== taxed.ownCalculator) && (
            <SelectField
              label="Rates from"
              hint={appId === taxed.ownCalculator ? undefined : 'Where it does not answer, the rates below apply.'}
              value={appId}
              onChange={({ target }) => setAppId(target.value)}
            >
              <option value={taxed.ownCalculator}>The rates below</option>
              {taxed.providers.map((one) => (
                <option key={one.appId} value={one.appId}>
                  {one.name || 'A service that is gone'}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        <Toggle checked={delivery} onTurn={setDelivery}>
          Delivery is taxed, too
        </Toggle>
        {lines.map((line, at) => (
          <fieldset key={line.key} className="rate-line">
            <legend className="vh">{`Rate ${at + 1}`}</legend>
            <div className="step-row">
              <SelectField
                label={`Rate ${at + 1}, products`}
                value={line.group}
                onChange={({ target }) => set(line.key, { group: target.value })}
              >
                {taxed.groups.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <TextField
                label={`Rate ${at + 1}, per cent`}
                after="%"
                end
                inputMode="decimal"
                value={line.percent}
                error={above(line.percent)}
                onChange={({ target }) => set(line.key, { percent: target.value })}
              />
              <TextField
                label={`Rate ${at + 1}, name`}
                value={line.name}
                maxLength={100}
                onChange={({ target }) => set(line.key, { name: target.value })}
              />
              <TextField
                label={`Rate ${at + 1}, levied by`}
                placeholder="the region"
                value={line.levied}
                maxLength={100}
                onChange={({ target }) => set(line.key, { levied: target.value })}
              />
              <IconButton icon={X} name={`Delete rate ${at + 1}`} onClick={() => setLines(lines.filter(({ key }) => key !== line.key))} />
            </div>
            {taxed.exempt.length > 0 && (
              <div className="step-row">
                {taxed.exempt.map(({ id, name }) => (
                  <TextField
                    key={id}
                    label={`Rate ${at + 1}, ${name} pay`}
                    after="%"
                    end
                    inputMode="decimal"
                    placeholder="as all do"
                    value={line.exempt[id] ?? ''}
                    error={above(line.exempt[id] ?? '')}
                    onChange={({ target }) => set(line.key, { exempt: { ...line.exempt, [id]: target.value } })}
                  />
                ))}
              </div>
            )}
          </fieldset>
        ))}
        <div className="row">
          <Button
            small
            kind="ghost"
            icon={Plus}
            onClick={() =>
              setLines([...lines, fresh(Math.max(0, ...lines.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0))) + 1)])
            }
          >
            Rate
          </Button>
          <span className="hint">Several rates of one group stack, such as a state’s and a city’s. A group without a rate pays none.</span>
        </div>
      </div>
    </Dialog>
  )
}
