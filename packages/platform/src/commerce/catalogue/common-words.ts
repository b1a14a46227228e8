/**
 * Words that stand in every sentence, in the languages that shops here are written in, folded as words of texts are. What is a word of goods in
 * another language, such as the German article "die" and the English "mine", is not among them where it could be meant.
 */
const commonWords: ReadonlySet<string> = new Set(
  `a an the and or of to in on at by for from with without as is are was were be been it its this that these those you your our we us they their i my
  me he she his her not no do does did has have had will can all any some so if then than but into over under about up out off very more most such
  only own same too also just when where which who what how why there here both each few other again once
  der das den dem des ein eine einen einem einer und oder mit ohne fur von vom zu zum zur im am auf aus bei nach uber unter als ist sind war nicht
  auch nur ich du er sie wir ihr es
  le la les un une des du de et ou avec sans pour dans sur par est
  el los las una y o con sin para en por
  il lo gli e di da per che`.split(/\s+/),
)

/** Whether a word, folded, tells nothing of what somebody is looking for. */
export const isCommonWord = (word: string): boolean => commonWords.has(word)

/** The words of a search that tell what is looked for: `a mug with handle` → `mug`, `handle`. */
export const tellingOf = (words: readonly string[]): string[] => words.filter((word) => !isCommonWord(word))
