import type { ReturnCondition } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../orders/text.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextArea, TextField } from '../parts/field.tsx'
import { type CheckedLine, checksOf, wrongOf } from './checks.ts'
import type { ReturnDialogProps } from './dialog-props.ts'
import { conditionText } from './text.tsx'

const conditions = Object.keys(conditionText) as ReturnCondition[]

/** Says of each line in what condition it came, how much is accepted, and how much goes back in stock. */
export function CheckDialog({ of, busy, onAct, onClose }: ReturnDialogProps) {
  const { id, number, revision } = of
  const [lines, setLines] = useState<readonly CheckedLine[]>(() => checksOf(of.lines))
  const [message, setMessage] = useState('')
  const set = (at: number, change: Partial<CheckedLine>) => setLines(lines.map((line, i) => (i === at ? { ...line, ...change } : line)))
  const wrong = lines.map((line, i) => wrongOf(line, of.lines[i]!.quantity))
  const accepted = lines.reduce((all, line) => all + (Number(line.accepted) || 0), 0)
  const check = () =>
    onAct(async () => {
      await client.orderReturns.checkReturn({
        id,
        revision,
        lines: lines.map((line) => ({ ...line, accepted: Number(line.accepted), restocked: Number(line.restocked) })),
        message: message.trim() || null,
      })
      return `${number} is checked: ${many(accepted, 'item')} accepted.`
    })
  return (
    <Dialog
      title={`Check ${number}`}
      about="Stock changes at once. What is not accepted stays the buyer's."
      wide
      does={`Accept ${many(accepted, 'item')}`}
      busy={busy}
      disabled={wrong.some(Boolean)}
      onDo={() => void check()}
      onClose={onClose}
    >
      <div className="stack">
        {of.lines.map((line, at) => {
          const { condition, accepted: taken, restocked } = lines[at]!
          return (
            <fieldset key={line.lineItemId} className="return-line">
              <legend>
                <b>{line.name}</b> <span className="soft">{line.description}</span>
              </legend>
              <SelectField
                label="Condition"
                value={condition}
                onChange={({ target }) => {
                  const next = target.value as ReturnCondition
                  set(at, { condition: next, ...(next === 'DAMAGED' && { restocked: '0' }) })
                }}
                {...(at === 0 && { 'data-first': '' })}
              >
                {conditions.map((one) => (
                  <option key={one} value={one}>
                    {conditionText[one]}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="Accepted"
                inputMode="numeric"
                autoComplete="off"
                hint={`of ${line.quantity}`}
                value={taken}
                error={wrong[at]?.accepted}
                onChange={({ target }) => set(at, { accepted: target.value })}
              />
              <TextField
                label="Back in stock"
                inputMode="numeric"
                autoComplete="off"
                value={restocked}
                error={wrong[at]?.restocked}
                disabled={condition === 'DAMAGED'}
                onChange={({ target }) => set(at, { restocked: target.value })}
              />
            </fieldset>
          )
        })}
        <TextArea
          label="Message to the buyer"
          optional
          hint="In the email about the refund."
          rows={2}
          maxLength={2000}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </div>
    </Dialog>
  )
}
