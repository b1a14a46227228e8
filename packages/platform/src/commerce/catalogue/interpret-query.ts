import { type Db, raw, sql } from '../../kernel/db/sql.ts'
import { stem, wordsOf } from '../../kernel/query/words.ts'
import { isCommonWord, tellingOf } from './common-words.ts'
import { forgiven, nameSign, remainsOf, slips, soundsAlike } from './words.ts'

/** What was asked for, in words that the catalogue knows. */
export interface Understood {
  /** A tsquery that finds all of the words, each as the beginning of one; undefined where there are none. */
  readonly query: string | undefined
  /** The same among the words of names alone. */
  readonly names: string | undefined
  readonly words: readonly string[]
  /** The same with its slips mended, where there were any. */
  readonly mended: string | undefined
}

const mostWords = 10
const mostAlternatives = 4
/** Of a word of so many letters it is looked up what the catalogue's words are that begin with it: fewer may begin a code, which is no word. */
const shortestKnown = 4
/** So few are looked for as they are, which is much quicker in a large catalogue than all that begins like them. */
const mostBeginnings = 8

/** How words are looked for. */
export interface Manner {
  /** Some of them do; all are needed where nothing is said. */
  readonly some?: boolean
  /** A word that nothing has is looked for as it is written. */
  readonly literal?: boolean
  /** Its last word is still being typed. */
  readonly typing?: boolean
}

const possessives = /['’]s(?![\p{L}\p{N}])/giu
/** One letter begins words of everything; as a word it says something: `Model B`. */
const isOneLetter = (word: string): boolean => /^\p{Script=Latin}$/u.test(word)

/** Reads what a shopper typed: without case, accents and grammar, and words that nothing has as the nearest ones that something has. */
export async function understand(
  db: Db,
  site: string,
  text: string,
  { some = false, literal = false, typing = false }: Manner = {},
): Promise<Understood> {
  const typed = wordsOf(text.replace(possessives, '')).slice(0, mostWords)
  const words = tellingOf(typed)
  if (typed.length === 0) return { query: undefined, names: undefined, words, mended: undefined }
  // Words that stand in every sentence tell nothing of what is looked for: alone they are looked for in names.
  if (words.length === 0) {
    const inNames = typed.map((word) => `'${nameSign}${word}':*`).join(' & ')
    return { query: inNames, names: inNames, words: typed, mended: undefined }
  }
  const mendable = literal ? [] : [...new Set(words)].filter((word) => forgiven(word) > 0 && !/\p{N}/u.test(word))
  const { near, beginnings } = mendable.length === 0 ? nothingKnown : await lookUp(db, site, mendable)
  const all = (sign: '' | typeof nameSign) =>
    words
      .map((word) => {
        if (isOneLetter(word) && !(typing && word === typed.at(-1))) return `'${sign}${word}'`
        const alternatives = near.get(word)
        if (alternatives) return `(${alternatives.map((each) => `'${sign}${each}'`).join(' | ')})`
        const stemmed = stem(word)
        const begun = beginnings.get(word)
        if (begun) return `(${[...new Set([word, stemmed, ...begun])].map((each) => `'${sign}${each}'`).join(' | ')})`
        return stemmed === word ? `'${sign}${word}':*` : `('${sign}${word}':* | '${sign}${stemmed}')`
      })
      .join(some ? ' | ' : ' & ')
  return {
    query: all(''),
    names: all(nameSign),
    words,
    mended: near.size === 0 ? undefined : words.map((word) => near.get(word)?.[0] ?? word).join(' '),
  }
}

interface LookedUp {
  /** For each word that no word of the catalogue begins with: those that are the fewest slips away. */
  readonly near: ReadonlyMap<string, readonly string[]>
  /** The words of the catalogue that begin with a word, where they are few. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>
}

const nothingKnown: LookedUp = { near: new Map(), beginnings: new Map() }

async function lookUp(db: Db, site: string, words: readonly string[]): Promise<LookedUp> {
  const rows = await db.query<{ word: string; begun: readonly string[]; stemmed: boolean }>(sql`
    select asked.word, array(
        select known.word from search_word known
        where known.site = ${site} and known.word >= asked.word and known.word < asked.word || ${'\u{10ffff}'}
        order by known.word limit ${raw(String(mostBeginnings + 1))}) as begun,
      exists (select from search_word known where known.site = ${site} and known.word = asked.stem) as stemmed
    from unnest(${words}::text[], ${words.map(stem)}::text[]) as asked (word, stem)`)
  const unknown = rows.filter(({ begun, stemmed }) => begun.length === 0 && !stemmed)
  const few = rows.filter((row) => row.word.length >= shortestKnown && row.begun.length <= mostBeginnings && !unknown.includes(row))
  return { near: await nearest(db, site, unknown), beginnings: new Map(few.map(({ word, begun }) => [word, begun])) }
}

async function nearest(
  db: Db,
  site: string,
  unknown: readonly { readonly word: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (unknown.length === 0) return new Map()
  const candidates = await db.query<{ word: string }>(sql`
    select word from search_word where site = ${site} and remains && ${unknown.flatMap(({ word }) => remainsOf(stem(word)))}::text[]`)
  const found = unknown.flatMap(({ word }) => {
    const near = candidates
      .filter((candidate) => !isCommonWord(candidate.word))
      .map((candidate) => ({ word: candidate.word, slips: slips(stem(word), candidate.word) }))
      .filter((candidate) => candidate.slips <= forgiven(word) || soundsAlike(stem(word), candidate.word))
      .sort((a, b) => a.slips - b.slips || sharedStart(word, b.word) - sharedStart(word, a.word) || (a.word < b.word ? -1 : 1))
    const fewest = near[0]?.slips
    return fewest === undefined
      ? []
      : [
          [
            word,
            near
              .filter((each) => each.slips === fewest)
              .slice(0, mostAlternatives)
              .map((each) => each.word),
          ] as const,
        ]
  })
  return new Map(found)
}

function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
