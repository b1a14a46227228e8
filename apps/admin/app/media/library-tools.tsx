import type { FileMediaType } from '@vitrine/contract'
import { SearchBox } from '../list/tools.tsx'
import { SelectField } from '../parts/field.tsx'
import { type Asked, type Sort, sorts } from './read.ts'
import { capital, kindNames } from './text.ts'

interface LibraryToolsProps {
  asked: Asked
  isList: boolean
  onAsk: (changes: Readonly<Record<string, string | undefined>>, replace?: boolean) => void
}

/** What is looked for among the files, in which order, and how they are shown. */
export function LibraryTools({ asked, isList, onAsk }: LibraryToolsProps) {
  return (
    <div className="tools">
      <SearchBox hint="Name or label" asked={asked.words} onAsk={onAsk} />
      <span className="grow" />
      <SelectField label="Kind" hidden value={asked.kinds[0] ?? ''} onChange={({ target }) => onAsk({ kind: target.value || undefined })}>
        <option value="">All kinds</option>
        {(Object.keys(kindNames) as FileMediaType[]).map((kind) => (
          <option key={kind} value={kind}>
            {capital(kindNames[kind]![1])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Order"
        hidden
        value={asked.sort}
        onChange={({ target }) => onAsk({ sort: target.value === 'newest' ? undefined : target.value })}
      >
        {(Object.keys(sorts) as Sort[]).map((sort) => (
          <option key={sort} value={sort}>
            {sorts[sort].says}
          </option>
        ))}
      </SelectField>
      <div className="seg" role="group" aria-label="View">
        <button type="button" aria-pressed={!isList} onClick={() => onAsk({ show: undefined }, true)}>
          Grid
        </button>
        <button type="button" aria-pressed={isList} onClick={() => onAsk({ show: 'list' }, true)}>
          List
        </button>
      </div>
    </div>
  )
}
