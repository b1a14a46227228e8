/** What is copied of a picture or film into whatever shows it. */
export interface CopiedFile {
  readonly id: string
  readonly width: number | null
  readonly height: number | null
  readonly placeholder: string | null
}

/** A document whose copies of what is known of a file are as the file is now; wherever an object has its id and a size. */
export function withCopies<T>(document: T, file: CopiedFile): T {
  if (Array.isArray(document)) return document.map((item: unknown) => withCopies(item, file)) as T
  if (typeof document !== 'object' || document === null) return document
  const entries = Object.entries(document).map(([name, value]) => [name, withCopies(value as unknown, file)] as const)
  const copy: Record<string, unknown> = Object.fromEntries(entries)
  if (copy['id'] !== file.id || typeof copy['width'] !== 'number' || typeof copy['height'] !== 'number') return copy as T
  if (file.width !== null && file.height !== null) Object.assign(copy, { width: file.width, height: file.height })
  if ('placeholder' in copy && file.placeholder !== null) copy['placeholder'] = file.placeholder
  return copy as T
}
