import { type ComponentProps, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/** A panel beside the page, where the shell has room for one. On a page that is opened as a whole the shell comes first. */
export function Beside({ className = 'peek wide', ...rest }: Omit<ComponentProps<'aside'>, 'ref'>) {
  const shell = useSyncExternalStore(staying, () => document.querySelector('.shell'))
  return shell && createPortal(<aside {...rest} className={className} />, shell)
}

/** The shell stands as long as the admin does. */
const staying = () => () => {}

/** Takes the focus when it comes, so that who cannot see the panel hears its name first. */
export const focused = (element: HTMLElement | null): void => element?.focus()
