import type { Locator } from 'playwright-core'

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
