/** A value as JSON that may stand inside a `script` element. */
export const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
