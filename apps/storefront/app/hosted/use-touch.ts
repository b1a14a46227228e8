import { useEffect, useState } from 'react'

/** Whether this browser can store a passkey, once that is known. */
export function useTouch(wanted: boolean): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the server does not know the browser
    if (wanted) setCan(typeof PublicKeyCredential === 'function')
  }, [wanted])
  return can
}
