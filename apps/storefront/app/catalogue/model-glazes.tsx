import type { ModelViewerElement } from '@google/model-viewer'
import { Swatch } from '@vitrine/ui'
import { type RefObject, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import type { OptionView } from './product.ts'

interface GlazesProps {
  /** Where in the head of the gallery they stand. */
  head: RefObject<HTMLElement | null>
  viewer: RefObject<ModelViewerElement | null>
  options: readonly OptionView[] | undefined
}

/** The colours that a model comes in: those of its variants that are called as the choices of an option are. */
export function GlazesIn({ head, viewer, options = [] }: GlazesProps) {
  const id = useId()
  const model = viewer.current
  const variants = model?.availableVariants ?? []
  const option = options.find(({ choices }) => choices.some(({ name, colour }) => colour && variants.includes(name)))
  const [chosen, setChosen] = useState(model?.variantName ?? variants[0])
  if (!option || !model || !head.current) return null
  return createPortal(
    <fieldset className="zoom__glaze">
      <legend className="sr">{option.name}</legend>
      {option.choices
        .filter(({ name }) => variants.includes(name))
        .map(({ name, colour }) => (
          <div key={name} className="pick">
            <input
              type="radio"
              name={id}
              aria-label={name}
              checked={chosen === name}
              onChange={() => {
                model.variantName = name
                setChosen(name)
              }}
              onKeyDown={(event) => event.stopPropagation()}
            />
            <span className="pick__sw">
              <Swatch colour={colour ?? ''} plain={option.plain} size="1.75rem" />
            </span>
          </div>
        ))}
    </fieldset>,
    head.current,
  )
}
