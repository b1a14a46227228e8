import { copied } from '../parts/copied.ts'

/** Copies the link to pay a sum; the link itself where the browser does not let the page. */
export const linkCopied = async (url: string, sum: string): Promise<string> =>
  (await copied(url)) ? `The link to pay ${sum} is copied.` : `Link to pay ${sum}: ${url}`
