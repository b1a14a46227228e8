import type { KeyboardEvent, RefObject } from 'react'
import type { MovingView, OptionView, Shown } from './product.ts'

/** What a film or a model does with a key that was pressed beside its own controls: whether it took it. */
export type MovingKeys = (event: KeyboardEvent) => boolean

export interface MovingProps {
  of: Shown
  moving: MovingView
  name: string
  options: readonly OptionView[] | undefined
  /** To the product's film, where this is something else. */
  onFilm: (() => void) | undefined
  keys: RefObject<MovingKeys | null>
  /** Where in the head of the gallery its own controls stand. */
  tools: RefObject<HTMLElement | null>
}
