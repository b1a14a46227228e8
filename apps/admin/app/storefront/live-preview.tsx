import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { showIn } from './frame-theme.ts'

const widths = { Phone: 390, Wide: 1280 } as const
type Width = keyof typeof widths

interface LivePreviewProps {
  /** The query with which the shop shows the look; empty for the look that shoppers see. */
  query: string
  theme: 'light' | 'dark'
  /** A product of the shop, if it has one. */
  product: string | undefined
  /** How many colours cannot be read well. */
  faint: number
}

/** The shop itself with the look as it is written, before anybody else sees it. */
export function LivePreview({ query, theme, product, faint }: LivePreviewProps) {
  const places = { Home: '/', ...(product !== undefined && { Product: `/products/${encodeURIComponent(product)}` }), Cart: '/cart' }
  const [place, setPlace] = useState<string>('Home')
  const [width, setWidth] = useState<Width>(() => (innerWidth < 700 ? 'Phone' : 'Wide'))
  const path = (places as Record<string, string>)[place] ?? '/'
  return (
    <div className="live-p">
      <div className="lp-bar">
        <span className="mono small soft clip">{`${location.host}${query === '' ? '' : ', not published'}`}</span>
        <span className="grow" />
        <div className="seg" role="group" aria-label="Page">
          {Object.keys(places).map((one) => (
            <button key={one} type="button" aria-pressed={place === one} onClick={() => setPlace(one)}>
              {one}
            </button>
          ))}
        </div>
        <div className="seg" role="group" aria-label="Width">
          {(Object.keys(widths) as Width[]).map((one) => (
            <button key={one} type="button" aria-pressed={width === one} onClick={() => setWidth(one)}>
              {one}
            </button>
          ))}
        </div>
      </div>
      <Frames address={`${path}${query}`} theme={theme} width={widths[width]} />
      <p className="lp-foot" role="status">
        <Icon of={faint > 0 ? CircleAlert : CircleCheck} small />
        {faint > 0 ? `${faint === 1 ? 'One colour is' : `${faint} colours are`} too faint to be read.` : 'All text can be read.'}
      </p>
    </div>
  )
}

interface FramesProps {
  address: string
  theme: 'light' | 'dark'
  width: number
}

/** One frame shows what was loaded last, and another loads what comes next, at the same place of the page. */
function Frames({ address, theme, width }: FramesProps) {
  const box = useRef<HTMLDivElement>(null)
  const frames = useRef(new Map<string, HTMLIFrameElement>())
  const [shown, setShown] = useState<string>()
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const element = box.current!
    const fit = () => setScale(Math.min(1, element.clientWidth / width))
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [width])
  useEffect(() => {
    for (const frame of frames.current.values())
      if (frame.contentDocument?.documentElement) showIn(theme, frame.contentDocument.documentElement)
  }, [theme, shown])
  const loaded = (frame: HTMLIFrameElement) => {
    const root = frame.contentDocument?.documentElement
    if (root) showIn(theme, root)
    const before = shown === undefined ? undefined : frames.current.get(shown)?.contentWindow
    const isSamePage = shown?.split('?')[0] === address.split('?')[0]
    if (before && isSamePage) frame.contentWindow?.scrollTo(0, before.scrollY)
    setShown(address)
  }
  const addresses = [...new Set([...(shown === undefined ? [] : [shown]), address])]
  return (
    <div ref={box} className="lp-frame" style={{ '--frame-width': `${width}px`, '--frame-scale': scale } as React.CSSProperties}>
      {addresses.map((one) => (
        <iframe
          key={one}
          ref={(frame) => {
            if (frame) frames.current.set(one, frame)
            else frames.current.delete(one)
          }}
          src={one}
          title="The shop with this look"
          hidden={shown !== undefined && one !== shown}
          onLoad={({ currentTarget }) => one === address && loaded(currentTarget)}
        />
      ))}
    </div>
  )
}
