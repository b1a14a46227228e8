/** Small sealed statements that travel through browsers and come back: card tokens, results of a bank's page, links in emails. */
export interface Seals {
  seal(site: string, kind: string, statement: Readonly<Record<string, unknown>>, seconds: number): Promise<string>
  /** What was sealed, if it is ours, of this kind and site, and not over. */
  open(site: string, kind: string, text: string): Promise<Readonly<Record<string, unknown>> | undefined>
}
