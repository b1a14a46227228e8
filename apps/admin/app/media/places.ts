import type { FileUse } from '@vitrine/contract'

/** A place that shows a file. */
export interface Place extends Pick<FileUse, 'kind' | 'id' | 'name'> {
  /** What the file is there, where that is to be said. */
  readonly as: string
}

const asText: Readonly<Partial<Record<FileUse['kind'], string>>> = { COLLECTION: 'cover', DOWNLOAD: 'is sold' }

/** The places of these uses. A picture that a product shows for some of its choices is in one place: the product. */
export function placesOf(uses: readonly FileUse[]): readonly Place[] {
  const choices = uses.filter(({ kind }) => kind === 'CHOICE')
  const isShown = (id: string) => uses.some((use) => use.kind === 'PRODUCT' && use.id === id)
  return uses
    .filter(({ kind, id }) => kind !== 'CHOICE' || !isShown(id))
    .map(({ kind, id, name }) => {
      const standsFor = choices
        .filter((choice) => kind === 'PRODUCT' && choice.id === id)
        .map((choice) => choice.name.slice(name.length + 2))
      if (standsFor.length > 0) return { kind, id, name, as: `stands for ${standsFor.join(', ')}` }
      return { kind, id, name, as: kind === 'CHOICE' ? 'stands for a choice' : (asText[kind] ?? '') }
    })
}
