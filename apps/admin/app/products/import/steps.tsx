import type { ProductImport } from '@vitrine/contract'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../../parts/icon.tsx'

const order = ['UPLOADING', 'READY', 'CHECKING', 'RUNNING', 'DONE'] as const

function placeOf(state: ProductImport['state']): number {
  if (state === 'FAILED') return 1
  if (state === 'CHECKED') return 2
  if (state === 'PAUSED') return 3
  const at = order.indexOf(state as 'READY')
  return at < 0 ? 4 : at
}

/** The columns of a file whose dry run is done. */
export const columnsAgain = '?step=columns'

/** How far an import is. */
export function Steps({ of: { state, settings }, choosing }: { of: ProductImport; choosing: boolean }) {
  const at = choosing ? 1 : placeOf(state)
  const known = settings?.columns.filter((column) => column !== '').length ?? 0
  const names = ['File', settings ? `Columns, ${known} of ${settings.columns.length}` : 'Columns', 'Dry run', 'Import']
  return (
    <ol className="steps">
      {names.map((name, i) => (
        <li key={name} {...(i < at && { 'data-done': true })} {...(i === at && { 'aria-current': 'step' as const })}>
          {i < at ? (
            <>
              <Icon of={Check} />
              <span className="vh">Done: </span>
            </>
          ) : (
            <b>{i + 1}</b>
          )}
          {i === 1 && state === 'CHECKED' && !choosing ? (
            <Link className="a" to={columnsAgain} replace>
              {name}
            </Link>
          ) : (
            name
          )}
        </li>
      ))}
    </ol>
  )
}
