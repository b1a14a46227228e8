import type { CSSProperties } from 'react'
import { isStored, type Media, rendition } from './rendition.ts'

export interface PictureProps {
  of: Media
  /** How wide it stands, as in the `sizes` attribute: `(min-width: 64rem) 25vw, 50vw`. */
  sizes: string
  /** Width through height of the cut, where it is not the picture's own. */
  ratio?: number | undefined
  /** The widths it is offered in, where it never stands as wide as a window. */
  widths?: readonly number[] | undefined
  /** In the first screen: fetched at once. */
  eager?: boolean | undefined
  /** The one picture of the page that is fetched before all others. */
  first?: boolean | undefined
  /** Shown in one theme only: in the other it is not fetched. */
  only?: 'light' | 'dark' | undefined
  /** Beside a text that says the same. */
  silent?: boolean
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** Close enough that no picture is fetched half as large again as it stands. */
const WIDTHS = [200, 300, 420, 600, 820, 1000, 1400]
/** Of pictures as large as a thumb, whatever the window. */
const THUMBS = [64, 128, 256]

const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** Always with its measures, so that nothing moves when it arrives; never larger than the original. */
export function Picture({ of, sizes, ratio, widths: offered = WIDTHS, eager, first, only, silent, className, style }: PictureProps) {
  const cut = ratio ?? of.width / of.height
  const most = Math.min(of.width, Math.round(of.height * cut))
  const full = [...offered.filter((width) => width < most), Math.min(most, offered === WIDTHS ? most : Math.max(...offered))]
  const steps = /v[wh]/.test(sizes) ? [...new Set(full)] : THUMBS.filter((width) => width <= most)
  const widths = isStored(of) ? steps : []
  const at = (width: number) => rendition(of, width, Math.round(width / cut))
  const image = (
    <img
      // A lazy picture has only a `srcset` and no `src`, which saves one address for each picture.
      src={widths.length > 0 && !eager && !first ? undefined : at(widths.find((width) => width >= 600) ?? widths.at(-1) ?? most)}
      srcSet={widths.length > 0 ? widths.map((width) => `${at(width)} ${width}w`).join(', ') : undefined}
      sizes={widths.length > 0 ? sizes : undefined}
      width={most}
      height={Math.round(most / cut)}
      alt={silent ? '' : of.alt}
      loading={eager || first ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding={eager && !first ? 'async' : undefined}
      className={className}
      style={of.placeholder ? { backgroundImage: `url("${of.placeholder}")`, backgroundSize: 'cover', ...style } : style}
    />
  )
  if (!only) return image
  return (
    <picture>
      <source media={`(prefers-color-scheme: ${only === 'light' ? 'dark' : 'light'})`} srcSet={NO_PICTURE} />
      {image}
    </picture>
  )
}
