import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'

interface FocalPictureProps {
  src: string
  width?: number
  height?: number
  /** As shares of the width and the height, from the top left. */
  x: number
  y: number
  /** It is only looked at, and has no point. */
  disabled?: boolean
  onChange: (point: { x: number; y: number }) => void
}

export const within = (share: number): number => Math.round(Math.max(0, Math.min(1, share)) * 100) / 100
export const percent = (share: number): string => String(Math.round(share * 100))
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A picture with its focal point, which is put where somebody presses, drags, or goes with the arrow keys. */
export function FocalPicture({ src, width, height, x, y, disabled = false, onChange }: FocalPictureProps) {
  const [holds, setHolds] = useState(false)
  const put = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width: w, height: h } = event.currentTarget.getBoundingClientRect()
    onChange({ x: within((event.clientX - left) / w), y: within((event.clientY - top) / h) })
  }
  const hear = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const by = event.shiftKey ? 0.1 : 0.01
    onChange({ x: within(x + step[0] * by), y: within(y + step[1] * by) })
  }
  return (
    <button
      type="button"
      className="fp-p"
      disabled={disabled}
      aria-label={`Focal point: ${percent(x)} % from the left, ${percent(y)} % from the top. Arrow keys move it.`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setHolds(true)
        put(event)
      }}
      onPointerMove={(event) => holds && put(event)}
      onPointerUp={() => setHolds(false)}
      onKeyDown={hear}
    >
      <img src={src} alt="" width={width} height={height} draggable={false} />
      {!disabled && (
        <span className="cross" style={{ '--x': `${x * 100}%`, '--y': `${y * 100}%` } as CSSProperties}>
          <i />
        </span>
      )}
    </button>
  )
}
