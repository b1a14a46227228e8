import type { ProductImport } from '@vitrine/contract'
import type { CSSProperties } from 'react'
import { count, fieldsText, isUnderWay, shareOf, stateText } from './text.ts'

interface Figure {
  readonly name: string
  readonly value: number
  readonly about?: string | undefined
  readonly bad?: boolean
}

function digitsOf({ state, counts }: ProductImport): readonly Figure[] {
  const tried: readonly Figure[] = [
    { name: 'Would change', value: counts.changed, about: fieldsText(counts.fields) },
    {
      name: 'New',
      value: counts.new,
      ...(counts.newHidden > 0 && { about: counts.newHidden === counts.new ? 'hidden' : `${count(counts.newHidden)} hidden` }),
    },
    {
      name: 'Same as now',
      value: counts.unchanged + counts.skipped,
      ...(counts.skipped > 0 && { about: `${count(counts.skipped)} skipped` }),
    },
    {
      name: 'Cannot go in',
      value: counts.errors,
      bad: counts.errors > 0,
      ...(counts.errors > 0 && { about: 'the rest does not wait for them' }),
    },
    { name: 'Pictures', value: counts.pictures, ...(counts.pictures > 0 && { about: 'fetched while it imports' }) },
  ]
  if (state === 'CHECKING' || state === 'CHECKED') return tried
  return [
    { name: 'Imported', value: counts.done, about: `of ${count(counts.new + counts.changed)}` },
    { name: 'Failed', value: counts.failed, bad: counts.failed > 0 },
    { name: 'Could not go in', value: counts.errors, bad: counts.errors > 0 },
    ...(state === 'UNDOING' || state === 'UNDONE'
      ? [{ name: 'Left as they are', value: counts.conflicts, bad: counts.conflicts > 0 }]
      : []),
  ]
}

/** What an import would do or did, in figures, and how far it is. */
export function Progress({ of: one }: { of: ProductImport }) {
  const { state } = one
  const share = shareOf(one)
  const percent = share === undefined ? undefined : Math.round(share * 100)
  return (
    <section className="pulse imp" aria-label="Result">
      {(isUnderWay(state) || state === 'PAUSED') && (
        <div className="impbar">
          <span role="status">{`${stateText[state].says}${percent === undefined ? ' …' : `, ${percent} %`}`}</span>
          <span
            className="meter"
            data-tone="accent"
            role="progressbar"
            aria-label={stateText[state].says}
            aria-valuemin={0}
            aria-valuemax={100}
            {...(percent !== undefined && { 'aria-valuenow': percent })}
            style={{ '--v': `${percent ?? 0}%` } as CSSProperties}
          />
          <span className="soft small">It goes on when you leave this page.</span>
        </div>
      )}
      <div className="delta big-d">
        {digitsOf(one).map(({ name, value, about, bad }) => (
          <div key={name}>
            <span className={bad ? 'down' : undefined}>{name}</span>
            <b className={bad ? 'down' : undefined}>{count(value)}</b>
            {about && <span className="small soft">{about}</span>}
          </div>
        ))}
      </div>
    </section>
  )
}
