import type { ModelViewerElement } from '@google/model-viewer'
import type { CSSProperties } from 'react'

/** Where the measures of a model stand on the screen, in pixels from the top left of where it is shown. */
export interface Rules {
  height: { left: number; top: number; bottom: number; text: string }
  /** Only where one looks along an axis of the model: from anywhere else it would measure nothing. */
  across?: { left: number; right: number; top: number; text: string } | undefined
}

const AWAY_PX = 22
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
  const off = Math.abs((((theta * 180) / Math.PI) % 90) + 0)
  const along = Math.min(off, 90 - off) <= NEAR_DEGREES ? (Math.abs(side.x) > Math.abs(side.z) ? size.x : size.z) : undefined
  const half = along === undefined ? Math.abs(side.x * size.x) / 2 + Math.abs(side.z * size.z) / 2 : along / 2
  const at = (name: string, x: number, y: number, z: number) => {
    const slot = `hotspot-${name}`
    let mark = model.querySelector<HTMLElement>(`[slot="${slot}"]`)
    if (!mark) {
      mark = document.createElement('span')
      mark.slot = slot
      mark.hidden = true
      model.append(mark)
    }
    model.updateHotspot({ name: slot, position: `${x}m ${y}m ${z}m` })
    return model.queryHotspot(slot)?.canvasPosition
  }
  const top = at('top', centre.x, centre.y + size.y / 2, centre.z)
  const bottom = at('bottom', centre.x, low, centre.z)
  const left = at('left', centre.x - side.x * half, low, centre.z - side.z * half)
  const right = at('right', centre.x + side.x * half, low, centre.z + side.z * half)
  if (!top || !bottom || !left || !right) return undefined
  return {
    height: { left: left.x - AWAY_PX, top: top.y, bottom: bottom.y, text: length(size.y) },
    across: along === undefined ? undefined : { left: left.x, right: right.x, top: bottom.y + AWAY_PX, text: length(along) },
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
