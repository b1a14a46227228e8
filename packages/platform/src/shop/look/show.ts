import type { Look, LookVersion } from '@vitrine/contract'
import { ordered } from '../../kernel/canonical.ts'
import { revisionOf } from '../../kernel/revision.ts'
import { shownAt } from '../../kernel/settings/shown-picture.ts'
import type { LookDocument } from './document.ts'
import type { StoredVersion } from './store.ts'
import { bothColors } from './theme.ts'

export const lookRevision = (document: LookDocument): string => revisionOf(ordered(document) as object)

/** A look as its merchant reads it. */
export function showLook(document: LookDocument, home: NonNullable<LookDocument['home']>, publicUrl: string): Look {
  const { wordmark, notice, colors, fonts, corners, spacing, mark, swatch, heroes } = document
  const picture = shownAt(publicUrl)
  return {
    revision: lookRevision(document),
    wordmark: { text: wordmark.text, ...(wordmark.picture && { picture: picture(wordmark.picture) }) },
    ...(notice !== undefined && { notice }),
    colors: { ...bothColors(colors), darkIsDerived: colors.dark === undefined },
    fonts,
    corners,
    spacing,
    mark: mark === 'sun' ? 'SUN' : 'DIAL',
    swatch: swatch === 'dipped' ? 'DIPPED' : 'PLAIN',
    heroes: heroes.map(({ picture: wide, pieces, ...hero }) => ({
      ...hero,
      picture: picture(wide),
      products: pieces.map(({ productId, x, y, choices = {}, detail }) => ({
        productId,
        x,
        y,
        choices: Object.entries(choices).map(([name, value]) => ({ name, value })),
        ...(detail && { detail }),
      })),
    })),
    sections: home.map(({ pictures = [], hidden, ...section }) => ({
      ...section,
      visible: hidden !== true,
      pictures: pictures.map(picture),
    })),
  }
}

export function showVersion(
  { version, publishedAt, publishedBy }: StoredVersion,
  newest: number,
  names: ReadonlyMap<string, string>,
): LookVersion {
  const name = publishedBy === null ? undefined : names.get(publishedBy)
  return { version, publishedDate: publishedAt.toISOString(), ...(name && { publishedBy: name }), current: version === newest }
}
