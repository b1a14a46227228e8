import { Parser } from 'htmlparser2'
import sanitize from 'sanitize-html'
import { safeStyles } from './safe-styles.ts'
import { broken, tooLarge, unsafe } from './unfit.ts'
import { afterProlog } from './xml-prolog.ts'

export const mostVectorBytes = 5 * 1024 * 1024
const mostElements = 50_000
const deepest = 200
/** Elements that are drawn when every use of another is followed. */
const mostDrawn = 200_000

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath', 'image', 'use']
const structure = ['svg', 'g', 'defs', 'symbol', 'title', 'desc', 'switch', 'view', 'clipPath', 'mask', 'marker', 'pattern']
const paints = ['linearGradient', 'radialGradient', 'stop', 'filter']
const effects =
  'Blend ColorMatrix ComponentTransfer Composite ConvolveMatrix DiffuseLighting DisplacementMap DistantLight DropShadow Flood FuncA FuncB FuncG FuncR GaussianBlur Merge MergeNode Morphology Offset PointLight SpecularLighting SpotLight Tile Turbulence'
    .split(' ')
    .map((name) => `fe${name}`)
/**
 * `sanitize-html` passes the text of a `style` on unescaped, and in several parts. While it reads, such an element is called `css`, so that its
 * text is escaped like any other; afterwards the text is checked as a whole, and the element gets its name back.
 */
const styleInside = 'css'
const allowedTags = [...structure, ...shapes, ...paints, ...effects, styleInside]

const attributes =
  'accent-height alignment-baseline amplitude azimuth baseFrequency baseline-shift bias class clip-path clip-rule clipPathUnits color color-interpolation color-interpolation-filters cx cy d diffuseConstant direction display divisor dominant-baseline dx dy edgeMode elevation exponent fill fill-opacity fill-rule filter filterUnits flood-color flood-opacity font-family font-size font-stretch font-style font-variant font-weight fx fy g1 gradientTransform gradientUnits height href id image-rendering in in2 intercept isolation k1 k2 k3 k4 kernelMatrix kernelUnitLength lang lengthAdjust letter-spacing lighting-color limitingConeAngle marker-end marker-mid marker-start markerHeight markerUnits markerWidth mask mask-type maskContentUnits maskUnits mix-blend-mode mode numOctaves offset opacity operator order orient overflow paint-order patternContentUnits patternTransform patternUnits pointer-events points preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result role rotate rx ry scale seed shape-rendering slope specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style surfaceScale tableValues targetX targetY text-anchor text-decoration text-rendering textLength transform transform-origin type unicode-bidi values vector-effect version viewBox visibility width word-spacing writing-mode x x1 x2 xChannelSelector xmlns y y1 y2 yChannelSelector z xml:space'.split(
    ' ',
  )

/** A picture that stands in the drawing itself. */
const inlinePicture = /^data:image\/(?:png|jpeg|webp|gif);base64,[a-z0-9+/=\s]*$/i
const ownPart = /^#[^\s"'<>]+$/

/**
 * What remains of an SVG when all that runs, loads or frames something is left out: scripts, handlers, foreign objects, links, animations, entities
 * and whatever is at another address.
 */
export function sanitiseSvg(bytes: Buffer): Buffer {
  if (bytes.length > mostVectorBytes) tooLarge(`A drawing may have ${mostVectorBytes / 1024 / 1024} MB.`)
  const whole = decode(bytes)
  if (/<!ENTITY\b[^>]{0,2000}(?:\bSYSTEM\b|\bPUBLIC\b|[&%])/i.test(whole)) unsafe('It defines entities that load or repeat something.')
  const text = afterProlog(whole) ?? broken('It holds no drawing.')
  measure(text)
  const clean = sanitize(text, {
    allowedTags,
    allowedAttributes: { '*': attributes },
    nonTextTags: ['script', 'foreignObject', 'iframe', 'object', 'embed', 'textarea', 'option', 'noscript', 'metadata'],
    disallowedTagsMode: 'discard',
    allowedSchemes: ['data'],
    allowedSchemesAppliedToAttributes: [],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: deepest,
    parser: { xmlMode: true, decodeEntities: true },
    transformTags: {
      '*': (tagName, attribs) => ({ tagName: tagName === 'style' ? styleInside : tagName, attribs: safeAttributes(tagName, attribs) }),
    },
  })
  if (!/^\s*<svg[\s>]/.test(clean)) broken('It holds no drawing.')
  return Buffer.from(withStyles(clean).trim(), 'utf8')
}

/** Styles with elements in them are none. */
const withStyles = (clean: string): string =>
  clean
    .replaceAll(new RegExp(`<${styleInside}(?: [^>]*)?>([^<]*)</${styleInside}>`, 'g'), (_, inner: string) => {
      const styles = safeStyles(inner.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
      return styles === '' ? '' : `<style>${styles.replaceAll('&', '&amp;').replaceAll('>', '&gt;')}</style>`
    })
    .replaceAll(new RegExp(`</?${styleInside}(?: [^>]*)?>`, 'g'), '')

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return broken('It is not written in UTF-8.')
  }
}

function safeAttributes(tagName: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const { 'xlink:href': linked, href = linked, ...others } = given
  const safe: Record<string, string> = {}
  for (const [name, value] of Object.entries(others)) {
    if (name.startsWith('xmlns')) continue
    if (name === 'style' || /url\s*\(|\\/i.test(value)) {
      const styles = safeStyles(value)
      if (styles !== '') safe[name] = styles
    } else safe[name] = value
  }
  const isOwn = href !== undefined && (ownPart.test(href.trim()) || (tagName === 'image' && inlinePicture.test(href.trim())))
  if (isOwn) safe['href'] = href.trim()
  return tagName === 'svg' ? { xmlns: 'http://www.w3.org/2000/svg', ...safe } : safe
}

/** The parts that an element draws: what it repeats, and what it is painted with. */
function usedBy(name: string, attribs: Readonly<Record<string, string>>): readonly string[] {
  const used = Object.values(attribs).flatMap((value) => [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)].map(([, id]) => id!))
  const repeated = name === 'use' ? (attribs['href'] ?? attribs['xlink:href']) : undefined
  return repeated === undefined ? used : [...used, repeated.trim().slice(1)]
}

/** Refuses what takes too long to draw: too much, too deep, or parts that use each other again and again. */
function measure(text: string): void {
  const open: { readonly id: string | undefined }[] = []
  const parts = new Map<string, { own: number; uses: string[] }>()
  const whole = { own: 0, uses: [] as string[] }
  let root: string | undefined
  const parser = new Parser(
    {
      onopentag(name, attribs) {
        root ??= name
        if (++whole.own > mostElements) tooLarge(`It has more than ${mostElements} parts.`)
        const id = attribs['id']
        open.push({ id })
        if (open.length > deepest) unsafe('Its parts lie in each other without end.')
        if (id !== undefined) parts.set(id, parts.get(id) ?? { own: 0, uses: [] })
        const used = usedBy(name, attribs)
        whole.uses.push(...used)
        for (const holder of open) {
          const part = holder.id === undefined ? undefined : parts.get(holder.id)
          if (!part) continue
          part.own++
          part.uses.push(...used)
        }
      },
      onclosetag() {
        open.pop()
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  if (root !== 'svg') broken('It holds no drawing.')
  const known = new Map<string, number>()
  const drawn = (id: string, above: ReadonlySet<string>): number => {
    const part = parts.get(id)
    if (!part) return 0
    const before = known.get(id)
    if (before !== undefined) return before
    if (above.has(id) || above.size > deepest) return unsafe('A part of it uses itself.')
    const inside = new Set([...above, id])
    const sum = part.uses.reduce((total, used) => total + drawn(used, inside), part.own)
    known.set(id, sum)
    return sum
  }
  const all = whole.uses.reduce((total, used) => total + drawn(used, new Set()), whole.own)
  if (all > mostDrawn) unsafe('Its parts use each other so often that nobody could draw it.')
}
