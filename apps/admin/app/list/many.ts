/** `1 order`, `1,204 orders`. */
export const many = (count: number, one: string, more = `${one}s`): string => `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`
