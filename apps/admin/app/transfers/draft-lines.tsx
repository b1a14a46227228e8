import type { StockLevel, StockTransfer, TransferLine } from '@vitrine/contract'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { stockText } from '../locations/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { isUnits, lineKey, lineName, Variant } from './lines.tsx'

type Line = Pick<TransferLine, 'productId' | 'variantId' | 'name' | 'choices' | 'sku' | 'image' | 'available'> & { readonly text: string }

interface DraftLinesProps {
  readonly of: StockTransfer
  readonly from: string
  /** Hears whether something is written that is not saved. */
  readonly onChanged: (changed: boolean) => void
}

/** The variants of a draft, found by name and SKU at the location they leave. */
export function DraftLines({ of: transfer, from, onChanged }: DraftLinesProps) {
  const { act, busy } = useAct(stockText)
  const [lines, setLines] = useState<readonly Line[]>(transfer.lines.map((line) => ({ ...line, text: String(line.quantity) })))
  const [words, setWords] = useState('')
  const found = useFound(words, transfer.fromLocationId)
  const isChanged =
    lines.length !== transfer.lines.length ||
    lines.some((line, i) => lineKey(line) !== lineKey(transfer.lines[i]!) || line.text !== String(transfer.lines[i]!.quantity))
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])
  const add = (level: StockLevel) => {
    if (!lines.some((line) => lineKey(line) === lineKey(level))) setLines([...lines, { ...level, available: level.quantity, text: '1' }])
    setWords('')
  }
  const save = () =>
    act(async () => {
      await client.stockTransfers.updateTransfer({
        transfer: {
          id: transfer.id,
          revision: transfer.revision,
          lines: lines.map(({ productId, variantId, text }) => ({ productId, variantId, quantity: Number(text) })),
        },
      })
      return 'The draft is saved.'
    })
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Variants</h2>
        <p>They leave {from} when the transfer is sent.</p>
      </header>
      <div className="stack-s">
        <TextField
          label="Add a variant"
          type="search"
          placeholder="Name, SKU"
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {words.trim() !== '' && (
          <ul className="picked" aria-label="Found">
            {found.map((level) => (
              <li key={lineKey(level)}>
                <span className="grow">
                  <Variant of={level} />
                </span>
                <span className="soft">{(level.quantity ?? 0).toLocaleString('en-GB')} here</span>
                <Button small aria-label={`Add ${lineName(level)}`} onClick={() => add(level)}>
                  Add
                </Button>
              </li>
            ))}
            {found.length === 0 && <li className="soft">Nothing that is tracked goes by that.</li>}
          </ul>
        )}
        {lines.length > 0 && (
          <Table
            caption="Variants of this draft"
            head={
              <>
                <Head>Variant</Head>
                <Head className="num">Available</Head>
                <Head className="num">Units</Head>
                <Head>Actions</Head>
              </>
            }
          >
            {lines.map((line) => (
              <Tr key={lineKey(line)}>
                <RowHead>
                  <Variant of={line} />
                </RowHead>
                <Td of="Available" className="num">
                  {line.available?.toLocaleString('en-GB') ?? '–'}
                </Td>
                <Td of="Units" className="num">
                  <TextField
                    label={`Units of ${lineName(line)}`}
                    hidden
                    end
                    inputMode="numeric"
                    autoComplete="off"
                    value={line.text}
                    error={isUnits(line.text) ? undefined : 'Write how many leave.'}
                    onChange={({ target }) =>
                      setLines(lines.map((each) => (lineKey(each) === lineKey(line) ? { ...each, text: target.value } : each)))
                    }
                  />
                </Td>
                <Td of="Actions">
                  <IconButton
                    small
                    icon={X}
                    name={`Remove ${lineName(line)}`}
                    onClick={() => setLines(lines.filter((each) => lineKey(each) !== lineKey(line)))}
                  />
                </Td>
              </Tr>
            ))}
          </Table>
        )}
        {isChanged && (
          <div className="row">
            <Button kind="primary" disabled={busy || lines.some(({ text }) => !isUnits(text))} onClick={() => void save()}>
              Save the draft
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

const mostFound = 8

/** Variants that are tracked and go by these words, with what the location has of them. */
function useFound(words: string, locationId: string): readonly StockLevel[] {
  const [found, setFound] = useState<readonly StockLevel[]>([])
  const text = words.trim()
  useEffect(() => {
    if (text === '') return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const filter = { tracked: true, words: text }
      client.merchantInventory
        .queryStock({ locationId, query: { filter, cursorPaging: { limit: mostFound } } }, { signal: stop.signal })
        .then(
          ({ levels }) => setFound(levels),
          () => {},
        )
    }, 200)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, locationId])
  return found
}
