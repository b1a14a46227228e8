const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Small numbers as words, as people write them: `two`, `13`. */
export const inWords = (n: number) => small[n] ?? String(n)

const teens = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** As `inWords`, for the solemn places: `twenty-five`, `120`. */
export const spelled = (n: number) =>
  small[n] ?? teens[n - 13] ?? (n < 100 ? `${tens[Math.trunc(n / 10)]}${n % 10 > 0 ? `-${small[n % 10]}` : ''}` : String(n))

/** `one piece`, `seven pieces` */
export const many = (n: number, one: string, more = `${one}s`) => `${inWords(n)} ${n === 1 ? one : more}`

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `a, b and c` */
export const list = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
