import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../parts/button.tsx'
import { SelectField, TextField } from '../parts/field.tsx'

export interface WrittenAlgorithm {
  readonly algorithmId: string
  readonly name: string
  readonly description: string
  readonly additionalInfo?: string
  readonly algorithmType: 'RELATED_ITEMS' | 'GLOBAL'
}

export const emptyAlgorithm: WrittenAlgorithm = { algorithmId: '', name: '', description: '', algorithmType: 'RELATED_ITEMS' }

/** One in which nothing was written is none. */
export const isWritten = ({ algorithmId, name, description }: WrittenAlgorithm): boolean =>
  `${algorithmId}${name}${description}`.trim() !== ''

interface ServiceAlgorithmsProps {
  readonly algorithms: readonly WrittenAlgorithm[]
  readonly onChange: (algorithms: WrittenAlgorithm[]) => void
}

/** What a service for recommendations is asked for: its algorithms, as whoever runs it has named them. */
export function ServiceAlgorithms({ algorithms, onChange }: ServiceAlgorithmsProps) {
  const set = (at: number, said: Partial<WrittenAlgorithm>) =>
    onChange(algorithms.map((algorithm, i) => (i === at ? { ...algorithm, ...said } : algorithm)))
  return (
    <>
      {algorithms.map((algorithm, at) => {
        const number = algorithms.length > 1 ? ` ${at + 1}` : ''
        return (
          // They have no id until they are written.
          // oxlint-disable-next-line react/no-array-index-key
          <fieldset key={at} className="stack-s">
            <legend>
              Algorithm{number}{' '}
              {algorithms.length > 1 && (
                <IconButton
                  icon={Trash2}
                  small
                  name={`Remove algorithm${number}`}
                  onClick={() => onChange(algorithms.filter((_, i) => i !== at))}
                />
              )}
            </legend>
            <TextField
              label={`Name of algorithm${number}`}
              maxLength={50}
              value={algorithm.name}
              onChange={({ target }) => set(at, { name: target.value })}
            />
            <TextField
              label={`Id of algorithm${number}`}
              mono
              maxLength={36}
              value={algorithm.algorithmId}
              onChange={({ target }) => set(at, { algorithmId: target.value.trim() })}
              hint="Whoever runs the service says it."
            />
            <TextField
              label={`What algorithm${number} goes by`}
              maxLength={500}
              value={algorithm.description}
              onChange={({ target }) => set(at, { description: target.value })}
            />
            <SelectField
              label={`Algorithm${number} recommends`}
              value={algorithm.algorithmType}
              onChange={({ target }) => set(at, { algorithmType: target.value === 'GLOBAL' ? 'GLOBAL' : 'RELATED_ITEMS' })}
            >
              <option value="RELATED_ITEMS">What goes with a product</option>
              <option value="GLOBAL">The same to everybody</option>
            </SelectField>
          </fieldset>
        )
      })}
      <p>
        <Button small icon={Plus} onClick={() => onChange([...algorithms, emptyAlgorithm])}>
          Algorithm
        </Button>
      </p>
    </>
  )
}
