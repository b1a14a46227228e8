import type { RecoverySettings } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, SelectField, TextField } from '../parts/field.tsx'

const waits = [
  [30, '30 minutes'],
  [60, '1 hour'],
  [120, '2 hours'],
  [240, '4 hours'],
  [720, '12 hours'],
  [1440, '1 day'],
] as const
const pauses = [
  [24, '1 day'],
  [48, '2 days'],
  [72, '3 days'],
  [168, '1 week'],
] as const

/** What is not among the usual choices stands among them all the same. */
const withNow = (choices: readonly (readonly [number, string])[], now: number, unit: string) =>
  choices.some(([value]) => value === now) ? choices : [...choices, [now, `${now} ${unit}`] as const].sort(([a], [b]) => a - b)

/** When whoever leaves is written to, and how often at the most. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const { act, busy } = useAct()
  const [rules, setRules] = useState<RecoverySettings>()
  const [days, setDays] = useState('')
  useEffect(() => {
    let isOurs = true
    client.abandonedCheckouts.getRecoverySettings({}).then(
      ({ recoverySettings }) => {
        if (!isOurs) return
        setRules(recoverySettings)
        setDays(String(recoverySettings.linkDays))
      },
      () => isOurs && onClose(),
    )
    return () => void (isOurs = false)
  }, [onClose])
  if (!rules) return null
  const change = (to: Partial<RecoverySettings>) => setRules({ ...rules, ...to })
  const linkDays = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0
  const isGood = linkDays >= 1 && linkDays <= 365
  const save = () =>
    act(async () => {
      await client.abandonedCheckouts.updateRecoverySettings({ recoverySettings: { ...rules, linkDays } })
      onClose()
      return 'The rules are saved.'
    })
  return (
    <Dialog
      title="Reminder rules"
      about="Only those who gave an email address at the checkout are written to, and nobody who has bought since. Never twice within a day."
      does="Save the rules"
      busy={busy}
      disabled={!isGood}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        <Check checked={rules.writes} data-first="" onChange={({ target }) => change({ writes: target.checked })}>
          Send reminders automatically
        </Check>
        <div className="grid2">
          <SelectField
            label="Counts as abandoned after"
            value={rules.afterMinutes}
            onChange={({ target }) => change({ afterMinutes: Number(target.value) })}
          >
            {withNow(waits, rules.afterMinutes, 'minutes').map(([value, says]) => (
              <option key={value} value={value}>
                {says}
              </option>
            ))}
          </SelectField>
          <SelectField label="At most" value={rules.atMost} onChange={({ target }) => change({ atMost: Number(target.value) })}>
            <option value={1}>1 email</option>
            <option value={2}>2 emails</option>
            <option value={3}>3 emails</option>
          </SelectField>
          <SelectField
            label="The next one after"
            value={rules.againHours}
            disabled={rules.atMost === 1}
            onChange={({ target }) => change({ againHours: Number(target.value) })}
          >
            {withNow(pauses, rules.againHours, 'hours').map(([value, says]) => (
              <option key={value} value={value}>
                {says}
              </option>
            ))}
          </SelectField>
          <TextField
            label="The link is good for"
            end
            inputMode="numeric"
            after="days"
            value={days}
            error={isGood ? undefined : 'From 1 to 365 days.'}
            onChange={({ target }) => setDays(target.value)}
          />
        </div>
      </div>
    </Dialog>
  )
}
