import { createContext, use } from 'react'
import { nearing } from '../shop/nearing.ts'

/** Fetches the drawer. It comes from the root, because the drawer itself shows parts that open it. */
export const CartDrawerOpener = createContext<() => void>(() => {})

/** For a button that is about to open the drawer. */
export const useOpenCartDrawer = () => nearing(use(CartDrawerOpener))
