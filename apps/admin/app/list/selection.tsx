import { Button } from '../parts/button.tsx'
import { useKeys } from '../shell/keys.ts'
import type { AnyAct, Listing } from './listing.ts'
import { many } from './many.ts'
import type { Rows } from './use-rows.ts'

interface SelectionProps<T> {
  of: Listing<T>
  picked: readonly T[]
  rows: Rows
  /** How many the list finds in all, where that is known and not too many. */
  total: number | undefined
  acts: readonly AnyAct<T>[]
  onAct: (act: AnyAct<T>) => void
}

/** What can be done with all that is picked. */
export function Selection<T>({ of, picked, rows, total, acts, onAct }: SelectionProps<T>) {
  const count = rows.all && total !== undefined ? total : picked.length
  useKeys(Object.fromEntries(acts.flatMap((act) => (act.key ? [[act.key, { says: act.name, run: () => onAct(act) }]] : []))), of.title)
  return (
    <div className="float" role="toolbar" aria-label={`Actions for ${many(count, `selected ${of.one}`, `selected ${of.more}`)}`}>
      <p>
        <b>{count.toLocaleString('en-GB')} selected</b> {!rows.all && of.sumOf && <>&nbsp;{of.sumOf(picked)}</>}
      </p>
      {acts.map((act, at) => (
        <Button
          key={act.name}
          icon={act.icon}
          {...(act.key && { keys: [act.key.toUpperCase()] })}
          {...(at === 0 && { kind: 'main-act' as const })}
          onClick={() => onAct(act)}
        >
          {act.name}
        </Button>
      ))}
      <span className="sep" />
      {!rows.all && acts.some((act) => !('opens' in act)) && total !== undefined && total > picked.length && (
        <Button onClick={rows.pickAll}>{`All ${total.toLocaleString('en-GB')} in view`}</Button>
      )}
      <Button keys={['Esc']} onClick={rows.clear}>
        Clear
      </Button>
    </div>
  )
}
