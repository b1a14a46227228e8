/**
 * Styles of a drawing without what they load: imports, fonts, and addresses other than parts of the drawing. An escape may spell any of them, and is
 * left out with what it is in.
 */
export function safeStyles(styles: string): string {
  const plain = styles.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/<!--|-->|<!\[CDATA\[|\]\]>/g, '')
  if (/[\\<]/.test(plain)) return ''
  return plain
    .replace(/@(?:import|charset|namespace)[^;{}]*(?:;|$)/gi, '')
    .replace(/@font-face\s*\{[^}]*\}?/gi, '')
    .replace(
      /(?:url|src|image|image-set|-webkit-image-set|cross-fade|element|expression)\s*\((?!\s*["']?#[\w.:-]+["']?\s*\))[^)]*\)?/gi,
      'none',
    )
    .replace(/(?:behavior|-moz-binding)\s*:[^;{}]*/gi, '')
}
