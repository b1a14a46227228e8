let isWritten = false
let onPath = location.pathname

addEventListener('input', ({ target }) => {
  if (target instanceof Element && target.closest('#main, .dialog, .peek')) isWritten = true
})

/** Another page: what was written on the one before is saved, or was given up. */
export function pageIs(pathname: string): void {
  if (pathname === onPath) return
  onPath = pathname
  isWritten = false
}

/** Whether somebody has written something on this page, or has a dialog open, that would be lost with it. */
export const hasWritten = (): boolean => isWritten || document.querySelector('.dialog') !== null
