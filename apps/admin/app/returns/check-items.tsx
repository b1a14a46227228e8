import type { OrderReturn, ReturnCondition } from '@vitrine/contract'
import { written } from '../orders/sums.ts'
import { many } from '../orders/text.ts'
import { SelectField, Stepper, TextArea } from '../parts/field.tsx'
import { Head, Table, Td, Tr } from '../parts/table.tsx'
import { type CheckedLine, checkedWith, conditionText, paidFor } from './checks.ts'
import { ItemHead } from './item-head.tsx'
import { unitsOf } from './text.tsx'

const conditions = Object.keys(conditionText) as ReturnCondition[]

interface CheckItemsProps {
  of: OrderReturn
  checks: readonly CheckedLine[]
  onChecks: (checks: readonly CheckedLine[]) => void
  message: string
  onMessage: (message: string) => void
}

/** What came back, line by line: what it is like, how much of it is accepted, and how much is sold again. */
export function CheckItems({ of, checks, onChecks, message, onMessage }: CheckItemsProps) {
  const set = (at: number, change: Parameters<typeof checkedWith>[1]) =>
    onChecks(checks.map((line, i) => (i === at ? checkedWith(line, change) : line)))
  return (
    <section className="sec" aria-labelledby="return-items">
      <div className="sec-h">
        <h2 id="return-items">What came back</h2>
        <p>{many(unitsOf(of), 'item')}</p>
      </div>
      <Table
        caption="What came back, to be checked"
        className="in pic checks"
        head={
          <>
            <Head>Item</Head>
            <Head>It is</Head>
            <Head>Accepted</Head>
            <Head>Then</Head>
            <Head className="num">Paid</Head>
          </>
        }
      >
        {of.lines.map((line, at) => {
          const { condition, accepted, restocked } = checks[at]!
          const called = [line.name, line.description].filter(Boolean).join(', ')
          const most = condition === 'DAMAGED' ? 0 : accepted
          return (
            <Tr key={line.lineItemId}>
              <ItemHead of={line} says={line.reason} />
              <Td of="It is" className="fit">
                <div className="seg" role="group" aria-label={`Condition of ${called}`}>
                  {conditions.map((one) => (
                    <button key={one} type="button" aria-pressed={one === condition} onClick={() => set(at, { condition: one })}>
                      {conditionText[one]}
                    </button>
                  ))}
                </div>
              </Td>
              <Td of="Accepted" className="fit">
                <Stepper
                  of={`accepted, ${called}`}
                  most={line.quantity}
                  value={accepted}
                  onChange={(units) => set(at, { accepted: units })}
                />
              </Td>
              <Td of="Then" className="then">
                <SelectField
                  label={`Then, ${called}`}
                  hidden
                  value={restocked}
                  disabled={most === 0}
                  onChange={({ target }) => set(at, { restocked: Number(target.value) })}
                >
                  {Array.from({ length: most }, (_, i) => most - i).map((units) => (
                    <option key={units} value={units}>
                      {most === 1 ? 'Restock' : units === most ? `Restock all ${most}` : `Restock ${units}`}
                    </option>
                  ))}
                  <option value={0}>Do not restock</option>
                </SelectField>
              </Td>
              <Td of="Paid" className="num">
                {written(paidFor(line, accepted, of.currency), of.currency)}
              </Td>
            </Tr>
          )
        })}
      </Table>
      <div style={{ marginBlockStart: 16 }}>
        <TextArea
          label="Message to the buyer"
          optional
          hint="In the email about the refund. What is not accepted stays theirs."
          rows={2}
          maxLength={2000}
          value={message}
          onChange={({ target }) => onMessage(target.value)}
        />
      </div>
    </section>
  )
}
