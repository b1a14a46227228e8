import type { ReviewSettings, ReviewWriters } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextArea, TextField } from '../parts/field.tsx'
import { Toggle } from '../parts/toggle.tsx'

const writers: readonly (readonly [ReviewWriters, string])[] = [
  ['EVERYBODY', 'Everybody'],
  ['MEMBERS', 'Members'],
  ['BUYERS', 'Those who have bought it'],
]

/** Who may write reviews, and which of them somebody of the shop reads before they show. */
export function RulesDialog({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  const { act, busy } = useAct()
  const [settings, setSettings] = useState<ReviewSettings>()
  const [words, setWords] = useState('')
  const [days, setDays] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    client.reviewManagement.getReviewSettings({}, { signal: stop.signal }).then(
      (answer) => {
        setSettings(answer.settings)
        setWords(answer.settings.words.join('\n'))
        setDays(String(answer.settings.askAfterDays))
      },
      () => {},
    )
    return () => stop.abort()
  }, [])
  const change = (more: Partial<ReviewSettings>) => setSettings((now) => now && { ...now, ...more })
  const save = () =>
    void act(async () => {
      if (!settings) return undefined
      const listed = [...new Set(words.split(/[\n,]/).map((word) => word.trim()))].filter((word) => word !== '')
      await client.reviewManagement.setReviewSettings({
        settings: { ...settings, words: listed, ...(settings.asksByEmail && { askAfterDays: Number(days) }) },
      })
      return 'Saved. Reviews that come from now on go by these rules.'
    }).then((saved) => saved && onClose())
  return (
    <Dialog
      title="Rules for reviews"
      about="Reviews that match a rule wait for moderation. The others are published at once."
      does="Save"
      busy={busy}
      disabled={!settings || !mayWrite}
      onDo={save}
      onClose={onClose}
    >
      {settings && (
        <div className="stack">
          <SelectField
            label="Who may write"
            value={settings.writers}
            onChange={({ target }) => change({ writers: target.value as ReviewWriters })}
          >
            {writers.map(([value, says]) => (
              <option key={value} value={value}>
                {says}
              </option>
            ))}
          </SelectField>
          <Toggle checked={settings.readAll} onTurn={(readAll) => change({ readAll })}>
            Read every review before it shows
          </Toggle>
          <Toggle checked={settings.holdUnverified} onTurn={(holdUnverified) => change({ holdUnverified })}>
            Moderate reviews without an order
          </Toggle>
          <Toggle checked={settings.holdLinks} onTurn={(holdLinks) => change({ holdLinks })}>
            Moderate reviews with links and addresses
          </Toggle>
          <Toggle checked={settings.holdMedia} onTurn={(holdMedia) => change({ holdMedia })}>
            Moderate reviews with pictures
          </Toggle>
          <SelectField
            label="Moderate reviews below"
            value={String(settings.minRating)}
            onChange={({ target }) => change({ minRating: Number(target.value) })}
          >
            <option value="1">No stars are too few</option>
            {[2, 3, 4, 5].map((stars) => (
              <option key={stars} value={stars}>
                {`${stars} stars`}
              </option>
            ))}
          </SelectField>
          <Toggle checked={settings.asksByEmail} onTurn={(asksByEmail) => change({ asksByEmail })}>
            Ask buyers for a review by email
          </Toggle>
          {settings.asksByEmail && (
            <TextField
              label="Days after delivery"
              hint="After the last shipment left, where nobody knows when it arrived. Once about an order, with a link that needs no sign-in."
              type="number"
              min={1}
              max={60}
              value={days}
              onChange={({ target }) => setDays(target.value)}
            />
          )}
          <TextArea
            label="Moderate reviews with these words"
            hint="One on each line. Case and accents do not matter."
            rows={4}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </div>
      )}
    </Dialog>
  )
}
