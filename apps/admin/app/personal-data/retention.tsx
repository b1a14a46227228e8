import type { Retention } from '@vitrine/contract'
import { client } from '../client.ts'
import { useDraft } from '../parts/draft.ts'
import { TextField } from '../parts/field.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { useSaveDraft } from '../parts/use-save-draft.ts'
import { mostDays, type RetentionField, readDays, retentionNames } from './kinds.ts'

const valuesOf = ({ checkoutDays, emailDays, addressDays }: Retention) => ({
  checkoutDays: String(checkoutDays),
  emailDays: String(emailDays),
  addressDays: String(addressDays),
})

const hints: Readonly<Record<RetentionField, string>> = {
  checkoutDays: 'After their last change, abandoned ones too. Those whose order waits for its payment stay.',
  emailDays: 'To whom they went, about what, and what they said.',
  addressDays: 'Of sessions, remembered browsers and the audit log; the rest of these stays.',
}

/** After how many days the shop deletes by itself what it needs no more. */
export function RetentionSettings({ of, mayWrite }: { of: Retention; mayWrite: boolean }) {
  const { busy, saveDraft } = useSaveDraft()
  const draft = useDraft<RetentionField>({
    saved: valuesOf(of),
    names: retentionNames,
    what: 'how long data are stored',
    read: async () => ({ values: valuesOf((await client.retention.getRetention({})).retention), revision: '' }),
    write: async (values) => {
      const days = (field: RetentionField) => readDays(values[field])!
      await client.retention.updateRetention({
        retention: { checkoutDays: days('checkoutDays'), emailDays: days('emailDays'), addressDays: days('addressDays') },
      })
    },
  })
  const fields = Object.keys(retentionNames) as RetentionField[]
  const wrong = (field: RetentionField) =>
    readDays(draft.values[field]) === undefined ? `From 1 to ${mostDays.toLocaleString('en-GB')} days.` : undefined
  const bad = fields.find((field) => wrong(field) !== undefined)
  const save = () => saveDraft(draft, 'Saved. What is older goes within the hour.')
  return (
    <section className="sec" aria-label="Deleted by itself">
      <header className="sec-h">
        <h2>Deleted by itself</h2>
        <p>What the shop needs no more, members’ and guests’ alike.</p>
      </header>
      <div className="stack">
        {fields.map((field) => (
          <TextField
            key={field}
            label={retentionNames[field]}
            after="days"
            end
            inputMode="numeric"
            disabled={!mayWrite || busy}
            value={draft.values[field]}
            error={wrong(field)}
            hint={hints[field]}
            onChange={({ target }) => draft.set({ [field]: target.value })}
          />
        ))}
      </div>
      <Unsaved of={draft.changes} busy={busy} wrong={bad && `${retentionNames[bad]}: ${wrong(bad)}`} onSave={save} onDiscard={draft.drop} />
      {draft.dialog}
    </section>
  )
}
