import type { DescriptionLine } from '@vitrine/contract'

/** What was chosen of a product, in words: `Sage`, `Large`. */
export const choiceNames = (lines: readonly Pick<DescriptionLine, 'colorInfo' | 'plainText'>[] | undefined): string[] =>
  (lines ?? []).flatMap(({ colorInfo, plainText }) => colorInfo?.original ?? plainText?.original ?? []).filter((name) => name !== '')
