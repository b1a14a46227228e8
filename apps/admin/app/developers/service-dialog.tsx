import { Refused } from '@vitrine/client'
import type { ServicePlugin, ServicePluginType } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { refusedText } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, SelectField, TextField } from '../parts/field.tsx'
import { unanswered } from '../parts/unanswered.ts'
import { refusedAddress } from './refused-address.ts'
import { emptyAlgorithm, isWritten, ServiceAlgorithms } from './service-algorithms.tsx'
import { kinds } from './service-text.ts'

interface ServiceDialogProps {
  /** Absent for a new one. */
  of: ServicePlugin | undefined
  onSaved: (service: ServicePlugin) => void
  onClose: () => void
}

const words = {
  MAX_SERVICE_PLUGINS_REACHED: 'Twenty services are the most. Delete one first.',
  SERVICE_PLUGIN_NOT_FOUND: 'Somebody deleted this service meanwhile.',
}

const writable = ({ algorithmId, name, description, additionalInfo, algorithmType }: ServicePlugin['algorithms'][number]) => ({
  algorithmId,
  name,
  description,
  ...(additionalInfo && { additionalInfo }),
  algorithmType: algorithmType === 'GLOBAL' ? ('GLOBAL' as const) : ('RELATED_ITEMS' as const),
})
/** Those that answer for the things of an app. */
const ofApps: ReadonlySet<ServicePluginType> = new Set(['CATALOG', 'INVENTORY', 'MEMBERSHIPS'])

/** What happens without those whose answer an order may do without. */
const mayBeSilent: { readonly [T in ServicePluginType]?: string } = {
  VALIDATIONS: 'Where it is not, orders are made without its answer.',
  INVENTORY: 'Where it is not, orders are made, and it is asked until it answers.',
}

const types = Object.keys(kinds) as ServicePluginType[]

/** A service, what it is asked and how long a buyer waits for it. */
export function ServiceDialog({ of, onSaved, onClose }: ServiceDialogProps) {
  const [type, setType] = useState<ServicePluginType>(of?.type ?? 'VALIDATIONS')
  const [name, setName] = useState(of?.name ?? '')
  const [url, setUrl] = useState(of?.baseUrl ?? '')
  const [appId, setAppId] = useState(of && of.appId !== of.id ? of.appId : '')
  const [seconds, setSeconds] = useState(String((of?.timeoutMs ?? 3800) / 1000))
  const [required, setRequired] = useState(of?.answerRequired ?? true)
  const [secure, setSecure] = useState(of?.requires3dSecureFallback ?? false)
  const [updated, setUpdated] = useState(of?.updatedMethods ?? false)
  const [backup, setBackup] = useState(of?.backupRateRequired ?? false)
  const [fee, setFee] = useState({ name: of?.fallbackFee?.name ?? '', amount: of?.fallbackFee?.amount ?? '' })
  const [algorithms, setAlgorithms] = useState(of?.algorithms.length ? of.algorithms.map(writable) : [emptyAlgorithm])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ readonly url?: string; readonly says?: string }>({})
  async function save() {
    setBusy(true)
    setRefused({})
    const hasFee = fee.name.trim() !== '' && fee.amount.trim() !== ''
    const said = {
      name: name.trim(),
      baseUrl: url.trim(),
      timeoutMs: Math.round(Number(seconds.replace(',', '.')) * 1000),
      ...(ofApps.has(type) && { appId: appId.trim() || null }),
      ...(mayBeSilent[type] && { answerRequired: required }),
      ...(type === 'PAYMENT_SETTINGS' && { requires3dSecureFallback: secure }),
      ...(type === 'MEMBERSHIPS' && { updatedMethods: updated }),
      ...(type === 'SHIPPING_RATES' && { backupRateRequired: backup }),
      ...(type === 'RECOMMENDATIONS' && { algorithms: algorithms.filter(isWritten) }),
      ...(type === 'ADDITIONAL_FEES' && { fallbackFee: hasFee ? { name: fee.name.trim(), amount: fee.amount.trim() } : null }),
    }
    try {
      const { servicePlugin } = of
        ? await client.servicePlugins.updateServicePlugin({ servicePlugin: { id: of.id, revision: of.revision, ...said } })
        : await client.servicePlugins.createServicePlugin({ servicePlugin: { type, ...said } })
      onSaved(servicePlugin)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof Refused)) return setRefused({ says: unanswered })
      const badAddress = refusedAddress(error, 'servicePlugin.baseUrl', 'https://parcels.example/plugins')
      if (badAddress) return setRefused({ url: badAddress })
      if (error.fieldViolations.some(({ field }) => field === 'servicePlugin.timeoutMs'))
        return setRefused({ says: 'A buyer waits between 0.1 and 10 seconds.' })
      if (error.fieldViolations.some(({ field }) => field.startsWith('servicePlugin.algorithms')))
        return setRefused({ says: 'Each algorithm has a name, what it goes by, and an id like 5b0c1f0e-6a57-4a40-9d3b-0f6c7d2e8a11.' })
      if (error.fieldViolations.some(({ field }) => field === 'servicePlugin.appId'))
        return setRefused({ says: 'An app id is a GUID: 0199c2f0-8a11-7c1d-9f3e-2b6a4d5e6f70.' })
      setRefused({ says: refusedText(error, words) })
    }
  }
  return (
    <Dialog
      title={of ? `Edit ${of.name}` : 'New service'}
      about="The shop asks it while a price or an order is made, or for what goes with a product. It proves with a signature that it is the shop that asks."
      does={of ? 'Save' : 'Add the service'}
      busy={busy}
      disabled={name.trim() === '' || url.trim() === ''}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        {!of && (
          <SelectField
            label="Kind"
            value={type}
            onChange={({ target }) => setType(target.value as ServicePluginType)}
            hint={`${kinds[type].asked} ${kinds[type].without}`}
          >
            {types.map((one) => (
              <option key={one} value={one}>
                {kinds[one].name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField label="Name" maxLength={50} value={name} onChange={({ target }) => setName(target.value)} data-first="" />
        <TextField
          label="Address"
          type="url"
          mono
          maxLength={2048}
          value={url}
          error={refused.url}
          onChange={({ target }) => setUrl(target.value)}
          placeholder="https://"
        />
        <TextField
          label="Longest wait, in seconds"
          inputMode="decimal"
          maxLength={5}
          value={seconds}
          onChange={({ target }) => setSeconds(target.value)}
          hint={Number(seconds.replace(',', '.')) > 4 && 'A price waits four seconds for it at the most.'}
        />
        {ofApps.has(type) && (
          <TextField
            label="App id"
            optional
            mono
            maxLength={36}
            value={appId}
            onChange={({ target }) => setAppId(target.value)}
            hint="Whose things it answers for, where that is not the id of this service."
          />
        )}
        {mayBeSilent[type] && (
          <Check checked={required} onChange={({ target }) => setRequired(target.checked)} hint={mayBeSilent[type]}>
            Make no order while it does not answer
          </Check>
        )}
        {type === 'PAYMENT_SETTINGS' && (
          <Check checked={secure} onChange={({ target }) => setSecure(target.checked)} hint="Where it is not, the buyer’s bank decides.">
            Demand 3-D Secure while it does not answer
          </Check>
        )}
        {type === 'MEMBERSHIPS' && (
          <Check
            checked={updated}
            onChange={({ target }) => setUpdated(target.checked)}
            hint="It is asked for existing memberships, in place of eligible ones."
          >
            It has the updated methods
          </Check>
        )}
        {type === 'SHIPPING_RATES' && (
          <Check
            checked={backup}
            onChange={({ target }) => setBackup(target.checked)}
            hint="Zones that use it name a rate for the time it is silent."
          >
            Ask for a backup rate
          </Check>
        )}
        {type === 'ADDITIONAL_FEES' && (
          <>
            <TextField
              label="Fallback fee"
              optional
              maxLength={50}
              value={fee.name}
              onChange={({ target }) => setFee({ ...fee, name: target.value })}
              hint="What is charged while it does not answer: Packing"
            />
            <TextField
              label="Amount of the fallback fee"
              optional
              inputMode="decimal"
              maxLength={12}
              value={fee.amount}
              onChange={({ target }) => setFee({ ...fee, amount: target.value })}
            />
          </>
        )}
        {type === 'RECOMMENDATIONS' && <ServiceAlgorithms algorithms={algorithms} onChange={setAlgorithms} />}
        {refused.says && (
          <p className="err" role="alert">
            {refused.says}
          </p>
        )}
      </div>
    </Dialog>
  )
}
