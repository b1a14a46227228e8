import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '../shop/use-hydrated.ts'
import { useShop } from '../shop/use-shop.ts'
import type { FrameSize } from './frame-size.ts'
import { hasWallet } from './wallet.ts'

interface ExpressFrameProps {
  /** The checkout; without it, the cart. */
  checkout?: string
  /** The redirect session that the buyer came with. */
  session?: string | undefined
  /** Identifies what is paid for; the frame is rebuilt when it changes. */
  of: string
  /** Shown below the frame while the frame is shown. */
  below?: string
}

/**
 * Wallets in the cart and the checkout, in a frame of our own: only its page may load the provider's script. Without a wallet in the browser,
 * or where the shop takes none, nothing is shown or loaded.
 */
export function ExpressFrame({ checkout, session, of, below }: ExpressFrameProps) {
  const { express } = useShop()
  const [height, setHeight] = useState(0)
  const frame = useRef<HTMLIFrameElement>(null)
  // The server knows no wallets.
  const isThere = useHydrated() && express !== undefined && hasWallet()
  useEffect(() => {
    if (!isThere) return undefined
    const hear = ({ source, data }: MessageEvent<Partial<FrameSize> | null>) => {
      if (source === frame.current?.contentWindow && typeof data?.expressHeight === 'number') setHeight(data.expressHeight)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [isThere])
  if (!isThere) return null
  return (
    <div className="express-frame">
      <iframe
        key={of}
        ref={frame}
        title="Pay with a wallet"
        src={`/express${checkout ? `?${new URLSearchParams({ checkout, ...(session && { session }) })}` : ''}`}
        allow="payment *"
        tabIndex={height === 0 ? -1 : undefined}
        style={{ display: 'block', inlineSize: '100%', border: 0, blockSize: height }}
      />
      {below && height > 0 && (
        <p className="or small soft">
          <span>{below}</span>
        </p>
      )}
    </div>
  )
}
