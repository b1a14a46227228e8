import type { DeliveryRegion } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../../client.ts'
import { readAmount } from '../../orders/sums.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { useShop } from '../../shop.ts'
import { type Delivery, deliveryText } from '../delivery.ts'
import { amountText } from '../rates.ts'

interface ServiceDialogProps {
  delivery: Delivery
  zone: DeliveryRegion
  /** The service that is asked already; one to choose where there is none. */
  appId: string | undefined
  onClose: () => void
}

/** A service of somebody else’s that is asked for its rates in a zone, and what is offered where it does not answer. */
export function ServiceDialog({ delivery, zone, appId, onClose }: ServiceDialogProps) {
  const { currency } = useShop()
  const { act, busy } = useAct(deliveryText)
  const asked = zone.deliveryCarriers.find((one) => one.appId === appId)
  const free = delivery.providers.filter((one) => one.active && !zone.deliveryCarriers.some((carrier) => carrier.appId === one.appId))
  const [chosen, setChosen] = useState(appId ?? free[0]?.appId ?? '')
  const [backup, setBackup] = useState(asked?.backupRate?.active ?? false)
  const [title, setTitle] = useState(asked?.backupRate?.title ?? 'Standard')
  const [amount, setAmount] = useState(asked?.backupRate?.amount ?? '')
  const name = delivery.providers.find((one) => one.appId === chosen)?.name || 'The service'
  const wrong = backup && readAmount(amount, currency) === undefined ? 'Write an amount.' : undefined

  const save = async () => {
    const deliveryCarrier = {
      appId: chosen,
      ...((backup || asked?.backupRate) && { backupRate: { title, amount: amountText(amount) || '0', active: backup } }),
    }
    const done = await act(async () => {
      if (asked) await client.deliveryProfile.updateDeliveryCarrier({ deliveryRegionId: zone.id, deliveryCarrier })
      else await client.deliveryProfile.addDeliveryCarrier({ deliveryRegionId: zone.id, deliveryCarrier })
      return `${name} is asked in ${zone.name}.`
    })
    if (done) onClose()
  }
  const remove = async () => {
    const done = await act(async () => {
      await client.deliveryProfile.removeDeliveryCarrier({ deliveryRegionId: zone.id, appId: chosen })
      return `${name} is no longer asked in ${zone.name}.`
    })
    if (done) onClose()
  }
  if (!asked && free.length === 0)
    return (
      <Dialog
        title="No service to ask"
        about={
          zone.deliveryCarriers.length > 0
            ? `Each service that is set up is asked in ${zone.name} already.`
            : 'A service of a carrier can be asked for its prices while a buyer waits. None is set up: a developer adds one as a service plug-in.'
        }
        does="Close"
        cancel="Back"
        busy={false}
        onDo={onClose}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={asked ? name : `Ask a service in ${zone.name}`}
      about="It is asked for its prices while a buyer waits, four seconds at most."
      does={asked ? 'Save' : `Ask ${name}`}
      says={
        asked && (
          <Button kind="ghost warn" onClick={() => void remove()}>
            Ask no more
          </Button>
        )
      }
      busy={busy}
      disabled={!chosen || wrong !== undefined}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        {!asked && (
          <SelectField label="Service" value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {free.map((one) => (
              <option key={one.appId} value={one.appId}>
                {one.name}
              </option>
            ))}
          </SelectField>
        )}
        <Toggle checked={backup} onTurn={setBackup} hint="So that buyers can order while it is down.">
          Offer a price where it does not answer
        </Toggle>
        {backup && (
          <div className="grid2">
            <TextField label="Name at the checkout" value={title} maxLength={100} onChange={({ target }) => setTitle(target.value)} />
            <TextField
              label="Price"
              before={currency}
              end
              inputMode="decimal"
              value={amount}
              error={amount ? wrong : undefined}
              onChange={({ target }) => setAmount(target.value)}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}
