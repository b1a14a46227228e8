import { type ComponentProps, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** A panel beside the page, where the shell has room for one. On a page that is opened as a whole the shell comes first. */
export function Beside({ className = 'peek wide', ...rest }: Omit<ComponentProps<'aside'>, 'ref'>) {
  const [shell, setShell] = useState<Element | null>(null)
  useLayoutEffect(() => setShell(document.querySelector('.shell')), [])
  return shell && createPortal(<aside {...rest} className={className} />, shell)
}

/** Takes the focus when it comes, so that who cannot see the panel hears its name first. */
export const focused = (element: HTMLElement | null): void => element?.focus()
