import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react'
import { Icon } from '../parts/icon.tsx'
import { percentMore, toneOf } from './change.ts'
import type { Measure } from './measures.ts'

interface MeasureButtonProps {
  of: Measure
  now: number
  was: number
  currency: string
  on: boolean
  onChoose: () => void
}

export function MeasureButton({ of: { name, write }, now, was, currency, on, onChoose }: MeasureButtonProps) {
  const points = name === 'Completed checkouts' ? now - was : now === was ? 0 : percentMore(now, was)
  const rounded = points === undefined ? undefined : name === 'Completed checkouts' ? Number(points.toFixed(1)) : Math.round(points)
  const unit = name === 'Completed checkouts' ? 'pt' : '%'
  const tone = toneOf(rounded ?? 0)
  const drawing = tone === 'up' ? ArrowUpRight : tone === 'down' ? ArrowDownRight : Minus
  return (
    <button type="button" className="measure" role="radio" aria-checked={on} onClick={onChoose}>
      <span className="m-l">{name}</span>
      <span className="m-v">{write(now, currency)}</span>
      <span className={`m-d ${tone}`}>
        <Icon of={drawing} small />
        {rounded === undefined ? 'new' : `${Math.abs(rounded)} ${unit}`}
      </span>
      <span className="m-w">was {write(was, currency)}</span>
    </button>
  )
}
