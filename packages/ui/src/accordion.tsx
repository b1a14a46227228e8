import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface AccordionProps {
  sections: readonly { title: string; content: ReactNode }[]
  /** The one that stands open at first. */
  open?: number
}

/** Texts to be opened one by one; works without script. */
export function Accordion({ sections, open }: AccordionProps) {
  return (
    <div className="acc">
      {sections.map(({ title, content }, at) => (
        <details key={title} open={at === open}>
          <summary>
            {title}
            <Icon of={Plus} />
          </summary>
          <div className="acc__in">{content}</div>
        </details>
      ))}
    </div>
  )
}
