import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { Button, IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../shell/keys.ts'
import type { AnyAct, Listing } from './listing.ts'

interface PeekPanelProps<T> {
  of: Listing<T>
  row: T
  /** Whether there is one before and one after it here. */
  isFirst: boolean
  isLast: boolean
  acts: readonly AnyAct<T>[]
  /** Whether its keys are those of the acts here; of picked rows they are the bar's. */
  hasKeys: boolean
  onAct: (act: AnyAct<T>) => void
  onStep: (by: number) => void
  onClose: () => void
}

/** A row beside the list; the list goes on being used meanwhile. */
export function PeekPanel<T>({ of, row, isFirst, isLast, acts, hasKeys, onAct, onStep, onClose }: PeekPanelProps<T>) {
  const { title, body, acts: names = [] } = of.peek!
  const here = names.flatMap((name) => acts.find((act) => act.name === name) ?? [])
  const to = of.to?.(row)
  useKeys(
    hasKeys ? Object.fromEntries(here.flatMap((act) => (act.key ? [[act.key, { says: act.name, run: () => onAct(act) }]] : []))) : {},
    of.title,
  )
  return createPortal(
    <aside className="peek" aria-label={of.called(row)}>
      <header>
        <div>{title(row)}</div>
        <div className="acts">
          <IconButton small icon={ChevronUp} name={`The ${of.one} before`} disabled={isFirst} onClick={() => onStep(-1)} />
          <IconButton small icon={ChevronDown} name={`The next ${of.one}`} disabled={isLast} onClick={() => onStep(1)} />
          {to && (
            <Link to={to} className="btn ghost only small" aria-label={`Open ${of.called(row)}`} title="Open">
              <Icon of={Maximize2} />
            </Link>
          )}
          <IconButton small icon={X} name="Close" onClick={onClose} />
        </div>
      </header>
      {/* What is longer than the window is read by the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="peek-b" tabIndex={0} role="group" aria-label="What it is">
        {body(row)}
      </div>
      {here.length > 0 && (
        <footer>
          {here.map((act, at) => (
            <Button
              key={act.name}
              icon={act.icon}
              {...(at === 0 && { kind: 'primary' as const })}
              {...(act.key && { keys: [act.key.toUpperCase()] })}
              onClick={() => onAct(act)}
            >
              {act.name}
            </Button>
          ))}
        </footer>
      )}
    </aside>,
    document.querySelector('.shell')!,
  )
}
