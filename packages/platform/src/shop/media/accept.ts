export type Format = 'avif' | 'webp' | 'jpeg' | 'png'

export const mimeOf: Readonly<Record<Format, string>> = { avif: 'image/avif', webp: 'image/webp', jpeg: 'image/jpeg', png: 'image/png' }

/** Whether an Accept header names a type. Wildcards do not count: a programme that says only `*∕*` may be a mail client. */
export function accepts(header: string | undefined, mime: string): boolean {
  if (!header) return false
  return header
    .toLowerCase()
    .split(',')
    .some((entry) => {
      const [type, ...parameters] = entry.split(';').map((part) => part.trim())
      return type === mime && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
}
