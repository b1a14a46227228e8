import type { ModelViewerElement } from '@google/model-viewer'
import type { CSSProperties } from 'react'

/** Where the measures of a model stand on the screen, in pixels from the top left of where it is shown. */
export interface Rules {
  height: { left: number; top: number; bottom: number; text: string }
  /** Only where one looks along an axis of the model: from anywhere else it would measure nothing. */
  across?: { left: number; right: number; top: number; text: string } | undefined
}

/** Points of a model whose places on the screen the viewer is asked for. */
export const marks = ['top', 'bottom', 'front', 'left', 'right'] as const
type Mark = (typeof marks)[number]

export const slotOf = (mark: Mark): string => `hotspot-${mark}`

const AWAY_PX = 28
const NEAR_DEGREES = 12

/** `9.5 cm` of metres. */
export const length = (metres: number): string =>
  metres >= 1 ? `${metres.toFixed(2)} m` : metres >= 0.01 ? `${(metres * 100).toFixed(1)} cm` : `${(metres * 1000).toFixed(1)} mm`

export function rulesOf(model: ModelViewerElement): Rules | undefined {
  if (!model.loaded) return undefined
  const size = model.getDimensions()
  const centre = model.getBoundingBoxCenter()
  const { theta } = model.getCameraOrbit()
  const low = centre.y - size.y / 2
  const side = { x: Math.cos(theta), z: -Math.sin(theta) }
  const off = Math.abs(((theta * 180) / Math.PI) % 90)
  const along = Math.min(off, 90 - off) <= NEAR_DEGREES ? (Math.abs(side.x) > Math.abs(side.z) ? size.x : size.z) : undefined
  const half = along === undefined ? Math.abs(side.x * size.x) / 2 + Math.abs(side.z * size.z) / 2 : along / 2
  const at = (mark: Mark, x: number, y: number, z: number) => {
    model.updateHotspot({ name: slotOf(mark), position: `${x}m ${y}m ${z}m` })
    return model.queryHotspot(slotOf(mark))?.canvasPosition
  }
  const top = at('top', centre.x, centre.y + size.y / 2, centre.z)
  const bottom = at('bottom', centre.x, low, centre.z)
  const depth = Math.abs(side.z * size.x) / 2 + Math.abs(side.x * size.z) / 2
  const front = at('front', centre.x - side.z * depth, low, centre.z + side.x * depth)
  const left = at('left', centre.x - side.x * half, low, centre.z - side.z * half)
  const right = at('right', centre.x + side.x * half, low, centre.z + side.z * half)
  if (!top || !bottom || !front || !left || !right) return undefined
  return {
    height: { left: Math.max(8, left.x - 2.6 * AWAY_PX), top: top.y, bottom: bottom.y, text: length(size.y) },
    across: along === undefined ? undefined : { left: left.x, right: right.x, top: front.y + AWAY_PX / 2, text: length(along) },
  }
}

/** The measures of a model as thin rules beside it; they leave while it turns. */
export function Sizes({ of: { height, across } }: { of: Rules }) {
  return (
    <>
      <span
        className="zoom__size zoom__size--h figures small"
        style={{ '--x': `${height.left}px`, '--y': `${height.top}px`, '--l': `${height.bottom - height.top}px` } as CSSProperties}
      >
        {height.text}
      </span>
      {across && (
        <span
          className="zoom__size zoom__size--w figures small"
          style={{ '--x': `${across.left}px`, '--y': `${across.top}px`, '--l': `${across.right - across.left}px` } as CSSProperties}
        >
          {across.text}
        </span>
      )}
    </>
  )
}
