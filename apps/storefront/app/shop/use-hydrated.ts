import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether script runs: false on the server, and in what the browser first renders over the server's page. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
