/** The appearance of Stripe's form, from the page around it. Colours are resolved here, because Stripe's frame has no access to our style sheet. */
export function stripeLook(place: HTMLElement): object {
  const style = getComputedStyle(place)
  const token = (name: string, otherwise: string) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name}, ${otherwise})`
    place.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return plain(color)
  }
  return {
    theme: 'stripe',
    variables: {
      colorText: plain(style.color),
      colorTextSecondary: token('--color-ink-soft', style.color),
      colorBackground: token('--color-surface', 'Canvas'),
      colorPrimary: token('--color-accent', style.color),
      colorDanger: token('--color-danger', 'red'),
      fontFamily: style.fontFamily,
      fontSizeBase: style.fontSize,
      borderRadius: getComputedStyle(place.closest('form')?.querySelector('button') ?? place).borderRadius,
    },
  }
}

/** Any CSS colour as `#rrggbb`. */
function plain(color: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return color
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
