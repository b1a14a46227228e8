import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadPart } from './part-loaded.ts'

/** A part that lies over the page: its script comes when somebody is about to open it. */
function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazy(() => loadPart(load))
  return {
    /** To be called when a pointer or the focus comes near what opens it. */
    near: () => void load().catch(() => undefined),
    Part,
  }
}

export const cartDrawer = later(() => import('../cart/drawer.tsx'))
export const searchOverlay = later(() => import('../search/overlay.tsx'))
export const closedBar = later(() => import('./closed-bar.tsx'))
export const pageChanges = later(() => import('./page-changes.tsx'))
export const menuDrawer = later(() => import('./menu.tsx'))

/** Is not there before it is opened for the first time, and stays from then on. */
export function Opened({ open, children }: { open: boolean; children: ReactNode }) {
  const [was, setWas] = useState(open)
  if (open && !was) setWas(true)
  return was && <Suspense>{children}</Suspense>
}
