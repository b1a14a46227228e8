import type { Locator, Page } from 'playwright-core'

/** The contrast between an element's text and its own background as the browser calculates them: 1 where they are the same, 21 at most. */
export async function contrastOf(element: Locator): Promise<number> {
  const [text = 0, background = 0] = await element.evaluate((it) => {
    const { color, backgroundColor } = getComputedStyle(it)
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('this browser draws nothing')
    return [color, backgroundColor].map((one) => {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = one
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
  })
  return (Math.max(text, background) + 0.05) / (Math.min(text, background) + 0.05)
}

/**
 * Every text of a page that stands on colours alone and has less contrast than WCAG AA asks for, as the browser calculates it. axe leaves out text
 * that has the very colour of its ground. Text over pictures, and what cannot be used, is left out here.
 */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('this browser draws nothing')
    type Colour = readonly [number, number, number, number]
    const known = new Map<string, Colour>()
    const read = (css: string): Colour => {
      const found = known.get(css)
      if (found) return found
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = css
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
      const colour = [red, green, blue, alpha / 255] as const
      known.set(css, colour)
      return colour
    }
    const over = ([r, g, b, a]: Colour, [r2, g2, b2]: Colour): Colour => [
      r * a + r2 * (1 - a),
      g * a + g2 * (1 - a),
      b * a + b2 * (1 - a),
      1,
    ]
    const light = ([r, g, b]: Colour) => {
      const [red = 0, green = 0, blue = 0] = [r, g, b].map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    /** The colour that an element stands on; undefined over a picture. */
    const groundOf = (start: Element): Colour | undefined => {
      const layers: Colour[] = []
      for (let at: Element | null = start; at; at = at.parentElement) {
        const style = getComputedStyle(at)
        if (style.backgroundImage !== 'none' && at !== document.body && at !== document.documentElement) return undefined
        const colour = read(style.backgroundColor)
        if (colour[3] > 0) layers.push(colour)
        if (colour[3] === 1) break
        if (style.position === 'absolute' || style.position === 'fixed' || at.matches('dialog')) {
          // Without a ground of its own it stands on whatever is under it.
          return colour[3] === 1 ? colour : undefined
        }
      }
      const canvasColour = read(matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#ffffff')
      return layers.reduceRight<Colour>((ground, layer) => over(layer, ground), canvasColour)
    }
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      // What is a picture made of signs, such as the stars of a review, has a name that says it.
      const isNoText = 'script, style, noscript, :disabled, [aria-disabled="true"], option, [aria-hidden="true"], [role="img"]'
      if (!element || !text || element.closest(isNoText)) continue
      if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
      const { width, height } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      // What only screen readers read is cut away to a pixel.
      if (width <= 1 || height <= 1 || element.closest('.sr, .vh')) continue
      const ground = groundOf(element)
      if (!ground) continue
      let opacity = 1
      for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity)
      const [r, g, b, a] = read(style.color)
      const [one, other] = [light(over([r, g, b, a * opacity], ground)), light(ground)]
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
      const size = Number.parseFloat(style.fontSize)
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      if (contrast + 0.01 < (isLarge ? 3 : 4.5))
        found.push(`${contrast.toFixed(2)} “${text.slice(0, 40)}” in <${element.tagName.toLowerCase()} class="${element.className}">`)
    }
    return [...new Set(found)]
  })
}
