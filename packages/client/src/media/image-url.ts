import { parseMediaAddress } from './address.ts'

/** A point in a picture as fractions of its width and height, from the top left: 0 to 1. */
export interface FocalPoint {
  readonly x: number
  readonly y: number
}

/** A picture of the shop: its address on the wire, its id, a media address, or an object of the wire with one of them. */
export type ImageSource = string | { readonly url?: string | undefined; readonly id?: string | undefined }

export interface ImageOptions {
  /** Of the shop, such as `https://shop.example`, where the source is no address of it. Without it the answer is a path. */
  readonly baseUrl?: string
  /** 1 to 100; the server chooses by default. */
  readonly quality?: number
  /** Only where the reader cannot say what it accepts, as in emails. A browser is sent AVIF or WebP automatically. */
  readonly format?: 'jpeg' | 'png' | 'webp'
}

export interface FillOptions extends ImageOptions {
  /** What stays in view when the picture is cropped; by default its own focal point. */
  readonly focalPoint?: FocalPoint
}

/** A part of the original, in its pixels. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * The address of a picture as it was uploaded.
 *
 * @example
 * show(originalUrl('wix:image://v1/mug~mv2.webp/mug.webp#originWidth=1000&originHeight=1250', { baseUrl })) // https://shop.example/media/mug~mv2.webp
 */
export function originalUrl(source: ImageSource, { baseUrl = '' }: Pick<ImageOptions, 'baseUrl'> = {}): string {
  const { url, id } = typeof source === 'string' ? readText(source) : source
  if (url?.startsWith('wix:') || url?.startsWith('image:')) return originalUrl(url, { baseUrl })
  if (url) return url.replace(/(\/media\/[^/?#]+).*$/, '$1')
  if (!id) throw new TypeError('A picture needs an address or an id.')
  return `${baseUrl}/media/${encodeURIComponent(id)}`
}

/**
 * The whole picture inside a box of this size, in pixels. It is never enlarged.
 *
 * @example
 * show(fitImage('https://shop.example/media/mug~mv2.webp', { width: 600 })) // https://shop.example/media/mug~mv2.webp/v1/fit/w_600/file
 */
export const fitImage = (
  source: ImageSource,
  size: { readonly width?: number; readonly height?: number },
  options: ImageOptions = {},
): string => rendition(source, 'fit', sized(size), options)

/**
 * A picture that fills a box of this size, in pixels, cropped around the focal point.
 *
 * @example
 * show(fillImage({ id: 'mug~mv2.webp' }, { width: 400, height: 500 }, { baseUrl, focalPoint: { x: 0.5, y: 0.2 } }))
 * // https://shop.example/media/mug~mv2.webp/v1/fill/w_400,h_500,fp_0.5_0.2/file
 */
export function fillImage(
  source: ImageSource,
  size: { readonly width: number; readonly height: number },
  { focalPoint, ...options }: FillOptions = {},
): string {
  return rendition(source, 'fill', [...sized(size), ...focal(focalPoint)], options)
}

/**
 * A part of a picture, as large as it is or scaled into a box.
 *
 * @example
 * show(cropImage('/media/mug~mv2.webp', { x: 200, y: 100, width: 600, height: 600 }, { width: 300 }))
 * // /media/mug~mv2.webp/v1/crop/x_200,y_100,w_600,h_600/fit/w_300/file
 */
export function cropImage(
  source: ImageSource,
  { x, y, width, height }: Crop,
  size: { readonly width?: number; readonly height?: number } = {},
  options: ImageOptions = {},
): string {
  const part = `crop/${[`x_${x}`, `y_${y}`, ...sized({ width, height })].join()}`
  const scaled = sized(size)
  const rest = [...scaled, ...encoding(options)]
  if (scaled.length === 0) return `${originalUrl(source, options)}/v1/${[part, ...encoding(options)].join()}/file`
  return `${originalUrl(source, options)}/v1/${part}/fit/${rest.join()}/file`
}

export interface SrcSetOptions extends FillOptions {
  /** In pixels, ascending: the widths in which the picture may be requested. */
  readonly widths?: readonly number[]
  /** Width divided by height of the crop, as 4 / 5; by default the picture's own. */
  readonly ratio?: number
  /** The width of the original: nothing larger is offered. */
  readonly most?: number
}

/** Close enough that nobody is sent 50 % more pixels than they see. */
const usualWidths = [200, 300, 420, 600, 820, 1000, 1400, 2000]

/**
 * The `src` and `srcset` of an `img`, so that each screen is sent the size it shows.
 *
 * @example
 * const { src, srcset } = imageSet('https://shop.example/media/mug~mv2.webp', { widths: [300, 600], ratio: 4 / 5 })
 * show(`<img src="${src}" srcset="${srcset}" sizes="(min-width: 64rem) 25vw, 50vw" alt="A mug">`)
 */
export function imageSet(source: ImageSource, options: SrcSetOptions = {}): { readonly src: string; readonly srcset: string } {
  const { widths = usualWidths, ratio, most = Number.POSITIVE_INFINITY, ...rest } = options
  const { focalPoint: _, ...plain } = rest
  const within = widths.filter((width) => width < most)
  const offered = Number.isFinite(most) ? [...within, most] : within
  const at = (width: number) =>
    ratio === undefined ? fitImage(source, { width }, plain) : fillImage(source, { width, height: Math.round(width / ratio) }, rest)
  return { src: at(offered[Math.floor(offered.length / 2)]!), srcset: offered.map((width) => `${at(width)} ${width}w`).join(', ') }
}

const rendition = (source: ImageSource, how: 'fit' | 'fill', parts: readonly string[], options: ImageOptions): string =>
  `${originalUrl(source, options)}/v1/${how}/${[...parts, ...encoding(options)].join()}/file`

const sized = ({ width, height }: { readonly width?: number; readonly height?: number }): string[] => [
  ...(width === undefined ? [] : [`w_${Math.round(width)}`]),
  ...(height === undefined ? [] : [`h_${Math.round(height)}`]),
]

const focal = (point: FocalPoint | undefined): string[] => (point ? [`fp_${share(point.x)}_${share(point.y)}`] : [])
const share = (value: number): number => Number(Math.min(1, Math.max(0, value)).toFixed(4))

const encoding = ({ quality, format }: ImageOptions): string[] => [
  ...(quality === undefined ? [] : [`q_${quality}`]),
  ...(format === undefined ? [] : [`enc_${format}`]),
]

/** A text is a media address, an address or a path, or an id. */
function readText(text: string): { readonly url?: string; readonly id?: string } {
  const media = parseMediaAddress(text)
  if (media) return { id: media.id }
  return text.includes('/') ? { url: text } : { id: text }
}
